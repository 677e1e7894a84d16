#include "model/manifest/syntax.h"

#include <gtest/gtest.h>

#include <string>

namespace foregate::model::manifest {
namespace {

std::string repeated(std::size_t count, char c = 'a') { return std::string(count, c); }

TEST(Syntax, DnsSubdomains) {
  for (const std::string& text : {std::string{"web"}, std::string{"web.1-x"}, repeated(253), std::string{"1"}}) {
    EXPECT_EQ(dns_subdomain_problem(text), "") << text;
  }
  for (const std::string& text : {std::string{""}, std::string{"Web"}, std::string{"web_1"}, std::string{".web"}, std::string{"a-.b"},
                                  std::string{"a..b"}, repeated(254)}) {
    EXPECT_NE(dns_subdomain_problem(text), "") << text;
  }
}

TEST(Syntax, DnsLabelsHaveNoDots) {
  EXPECT_EQ(dns_label_problem("kube-system"), "");
  for (const std::string& text : {std::string{"a.b"}, std::string{"-a"}, std::string{"a-"}, std::string{}, repeated(64)}) {
    EXPECT_NE(dns_label_problem(text), "") << text;
  }
}

TEST(Syntax, QualifiedNamesMayHaveADomainInFront) {
  for (const char* text : {"app", "a.b/App_1.x", "kubernetes.io/metadata.name", "A"}) EXPECT_EQ(qualified_name_problem(text), "") << text;
  for (const std::string& text : {std::string{}, std::string{"/a"}, std::string{"a/"}, std::string{"a/b/c"}, std::string{"X.io/a"},
                                  std::string{"-a"}, std::string{"a b"}, std::string{"caf\xC3\xA9"}, repeated(64)}) {
    EXPECT_NE(qualified_name_problem(text), "") << text;
  }
}

TEST(Syntax, LabelValuesMayBeEmpty) {
  for (const std::string& text : {std::string{}, std::string{"v1.2_x-Y"}, repeated(63)}) EXPECT_EQ(label_value_problem(text), "") << text;
  for (const std::string& text : {std::string{"-a"}, std::string{"a."}, std::string{"a b"}, repeated(64)}) {
    EXPECT_NE(label_value_problem(text), "") << text;
  }
}

TEST(Syntax, PortNamesAreIanaServiceNames) {
  for (const char* text : {"http", "8080-http", "a", "abcdefghijklmno"}) EXPECT_EQ(port_name_problem(text), "") << text;
  for (const char* text : {"", "80", "HTTP", "a--b", "-a", "a-", "a_b", "abcdefghijklmnop"}) EXPECT_NE(port_name_problem(text), "") << text;
}

TEST(Syntax, DomainNamesHaveTwoPartsAndOneWildcardAtMost) {
  for (const char* text : {"a.io", "*.a.io", "A.io.", "1.2.3.4", "a_b.x.io", "x.c_m"})
    EXPECT_EQ(domain_name_problem(text, false), "") << text;
  for (const char* text :
       {"", "*", "com", "*.com", "com.", "*.*.a.io", "a*.b.io", "-a.x", "a-.x", "a_.x", "a..io", ".a.io", "_dmarc.x.io"}) {
    EXPECT_NE(domain_name_problem(text, false), "") << text;
  }
}

TEST(Syntax, TheFirstVersionTakesSomePunctuationInFrontOfAPart) {
  for (const char* text : {"_dmarc.x.io", "^.x.io", "[.x.io"}) EXPECT_EQ(domain_name_problem(text, true), "") << text;
  EXPECT_NE(domain_name_problem("{.x.io", true), "");
}

TEST(Syntax, CharactersAreCountedNotBytes) {
  EXPECT_EQ(code_points("caf\xC3\xA9"), 4U);
  EXPECT_EQ(code_points(""), 0U);
}

}  // namespace
}  // namespace foregate::model::manifest
