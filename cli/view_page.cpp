#include "view_page.h"

#include <zlib.h>

#include <stdexcept>

// The assembler puts the files into the program; CMake says where they are.
#define SIGNORINI_INCLUDE(name, file)        \
  __asm__(                                   \
      ".pushsection .rodata\n"               \
      ".global signorini_" name              \
      "_begin\n"                             \
      ".global signorini_" name              \
      "_end\n"                               \
      "signorini_" name                      \
      "_begin:\n"                            \
      ".incbin \"" SIGNORINI_BUNDLE "/" file \
      "\"\n"                                 \
      "signorini_" name                      \
      "_end:\n"                              \
      ".popsection\n")
SIGNORINI_INCLUDE("page", "viewer.html.gz");
SIGNORINI_INCLUDE("reader", "h5wasm.js.gz");
SIGNORINI_INCLUDE("reader_binary", "h5wasm.wasm.gz");
extern "C" const char signorini_page_begin[], signorini_page_end[], signorini_reader_begin[], signorini_reader_end[],
    signorini_reader_binary_begin[], signorini_reader_binary_end[];

namespace signorini::cli {
namespace {

/// zlib's word for windows of 32 kB with the head of gzip.
constexpr int gzip_window = 15 + 16;

}  // namespace

std::optional<HttpAnswer> page_answer(const std::string& path) {
  const auto packed = [](const char* type, const char* begin, const char* end) {
    return HttpAnswer{.type = type, .body = std::string(begin, end), .gzip = true};
  };
  if (path == "/" || path == "/index.html")
    return packed("text/html; charset=utf-8", signorini_page_begin, signorini_page_end);
  if (path == "/h5wasm.js") return packed("text/javascript", signorini_reader_begin, signorini_reader_end);
  if (path == "/h5wasm.wasm")
    return packed("application/wasm", signorini_reader_binary_begin, signorini_reader_binary_end);
  return std::nullopt;
}

std::string page() {
  const std::string_view bytes(signorini_page_begin, signorini_page_end);
  z_stream stream{};
  if (inflateInit2(&stream, gzip_window) != Z_OK) throw std::bad_alloc();
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::string text;
  std::string block(1 << 18, '\0');
  int status = Z_OK;
  while (status == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    status = inflate(&stream, Z_NO_FLUSH);
    text.append(block, 0, block.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (status != Z_STREAM_END) throw std::logic_error("the page in the program is damaged");
  return text;
}

std::string packed(std::string_view bytes) {
  z_stream stream{};
  constexpr int memory_level = 8;
  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, gzip_window, memory_level, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int status = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  if (status != Z_STREAM_END) throw std::logic_error("a part of the page could not be compressed");
  return out;
}

}  // namespace signorini::cli
