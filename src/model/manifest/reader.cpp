#include "model/manifest/reader.h"

#include <utility>
#include <vector>

#include "model/manifest/decode.h"
#include "model/manifest/parsed_document.h"
#include "model/manifest/pieces.h"

namespace foregate::model::manifest {

namespace {

/// Whether a line other than a comment has `{{` in it. JSON has none outside of strings.
bool has_template_braces(std::string_view text) {
  for (std::size_t at = text.find("{{"); at != std::string_view::npos; at = text.find("{{", at + 2)) {
    const std::size_t newline = text.rfind('\n', at);
    const std::string_view line = text.substr(newline == std::string_view::npos ? 0 : newline + 1);
    if (line[line.find_first_not_of(" \t")] != '#') return true;
    const std::size_t end = text.find('\n', at);
    if (end == std::string_view::npos) return false;
    at = end - 1;
  }
  return false;
}

/// Takes parsed documents in the order of the inputs: says what is wrong with their texts, and decodes the good ones.
class Intake {
 public:
  Intake(const ReadOptions& options, Names& names, ObjectSet& objects, base::Diagnostics& diagnostics)
      : diagnostics_(diagnostics), decoder_(names, objects, diagnostics, options.default_namespace) {}

  void take(Piece& piece) {
    piece.settle_places(place_);
    for (const ParsedDocument& document : piece.documents()) take(document);
  }

 private:
  void take(const ParsedDocument& document);
  bool leave_out_as_template(const ParsedDocument& document);

  base::Diagnostics& diagnostics_;
  Decoder decoder_;
  base::SourcePosition place_;
  base::FileId template_file_;  // the last file that was said to be a template
};

void Intake::take(const ParsedDocument& document) {
  if (leave_out_as_template(document)) return;
  for (const TextProblem& problem : document.problems) diagnostics_.add(document.diagnostic(problem));
  if (!document.has_object) return;
  if (document.list_kind.empty()) {
    decoder_.decode(document.tree.root());
  } else {
    decoder_.decode_item(document.tree.root(), document.list_version, document.list_kind);
  }
}

/// A template is broken in many places that mean nothing; one error for the file says more. What of it can be read is read.
bool Intake::leave_out_as_template(const ParsedDocument& document) {
  const bool is_known = document.tree.file == template_file_;
  if (!document.is_broken() && !is_known) return false;
  if (!has_template_braces(document.source)) return false;
  if (is_known) return true;
  template_file_ = document.tree.file;
  base::Diagnostic diagnostic = document.diagnostic(document.problems.front());
  diagnostic.code = code::kTemplate;
  diagnostic.message = "this looks like an unrendered Helm template";
  diagnostic.hint = "Render it first: 'helm template CHART | foregate ... -f -'.";
  diagnostics_.add(std::move(diagnostic));
  return true;
}

/// Pieces that are parsed at the same time.
struct Round {
  explicit Round(std::size_t size) : pieces(size) {}
  std::vector<Piece> pieces;
  std::size_t used = 0;

  void fill(PieceMaker& maker) {
    used = 0;
    while (used < pieces.size() && maker.next(pieces[used])) ++used;
  }
};

}  // namespace

void read(std::span<const Input> inputs, const ReadOptions& options, Names& names, ObjectSet& objects, base::Diagnostics& diagnostics,
          base::Executor& executor) {
  constexpr std::size_t kPiecesPerWorker = 4;
  Intake intake{options, names, objects, diagnostics};
  PieceMaker maker{inputs};
  // Three rounds are under way: one is decoded, one is parsed, one is cut out of the inputs.
  Round decoded{kPiecesPerWorker * executor.width()};
  Round parsed{kPiecesPerWorker * executor.width()};
  Round cut{kPiecesPerWorker * executor.width()};
  cut.fill(maker);
  while (cut.used > 0 || parsed.used > 0) {
    std::swap(decoded, parsed);
    std::swap(parsed, cut);
    executor.for_each(parsed.used + 2, [&](std::size_t i) {
      if (i == 0) {
        for (std::size_t piece = 0; piece < decoded.used; ++piece) intake.take(decoded.pieces[piece]);
      } else if (i == 1) {
        cut.fill(maker);
      } else {
        parsed.pieces[i - 2].parse(options.limits);
      }
    });
  }
}

}  // namespace foregate::model::manifest
