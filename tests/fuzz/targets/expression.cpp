#include "reader.h"
#include "signorini/io/scene_expression.h"

using namespace signorini;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const SceneScope scope{{"n", 3.0}, {"length", 0.25}, {"open", true}, {"kind", std::string("box")}};
  const std::string_view text = fuzz::text(data, size);
  fuzz::read_or_refuse([&] { evaluate_expression(text, scope); });
  fuzz::read_or_refuse([&] { expand_text(text, scope); });
  fuzz::read_or_refuse([&] { expand_value(std::string(text), scope); });
  return 0;
}
