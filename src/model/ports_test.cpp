#include "model/ports.h"

#include <gtest/gtest.h>

#include "model/object_set.h"

namespace foregate::model {
namespace {

TEST(Ports, ProtocolsAreSpeltExactlyAsTheApiHasThem) {
  EXPECT_EQ(parse_protocol("TCP"), Protocol::kTcp);
  EXPECT_EQ(parse_protocol("UDP"), Protocol::kUdp);
  EXPECT_EQ(parse_protocol("SCTP"), Protocol::kSctp);
  for (const char* text : {"tcp", "Tcp", "", "ICMP", "other", "TCP "}) EXPECT_FALSE(parse_protocol(text)) << text;
  for (const Protocol protocol : {Protocol::kTcp, Protocol::kUdp, Protocol::kSctp}) {
    EXPECT_EQ(parse_protocol(protocol_name(protocol)), protocol);
  }
}

TEST(Ports, ProtocolsDoNotOverlap) {
  const PortSpace tcp = port_range(Protocol::kTcp, 1, kMaxPort);
  EXPECT_TRUE(tcp.contains(port_point(Protocol::kTcp, 80)));
  EXPECT_FALSE(tcp.contains(port_point(Protocol::kUdp, 80)));
  EXPECT_FALSE(tcp.intersects(port_range(Protocol::kUdp, 1, kMaxPort)));
  EXPECT_FALSE(tcp.contains(port_point(Protocol::kOther, 80)));
}

TEST(Ports, AllTrafficIsEveryPortAndAllElse) {
  for (const Protocol protocol : {Protocol::kTcp, Protocol::kUdp, Protocol::kSctp}) {
    EXPECT_TRUE(all_traffic().contains(port_point(protocol, 1)));
    EXPECT_TRUE(all_traffic().contains(port_point(protocol, kMaxPort)));
    EXPECT_FALSE(all_traffic().contains(port_point(protocol, 0))) << "there is no port 0";
  }
  EXPECT_TRUE(all_traffic().contains(kOtherTraffic));
  EXPECT_EQ(port_point(Protocol::kOther, 8), kOtherTraffic);
}

TEST(Ports, RangeThatEndsBeforeItStartsIsEmpty) { EXPECT_TRUE(port_range(Protocol::kTcp, 9, 8).empty()); }

TEST(NamedPortLists, EqualListsHaveOneIdWhateverTheirOrder) {
  NamedPortLists lists;
  const NamedPort http{Symbol{1U}, Protocol::kTcp, 80};
  const NamedPort dns{Symbol{2U}, Protocol::kUdp, 53};
  EXPECT_EQ(lists.intern({}).value(), 0U);
  const NamedPortsId both = lists.intern({http, dns});
  EXPECT_EQ(both, lists.intern({dns, http, dns}));
  EXPECT_EQ(lists.ports(both).size(), 2U);
  EXPECT_NE(both, lists.intern({http}));
  EXPECT_EQ(lists.size(), 3U);
}

}  // namespace
}  // namespace foregate::model
