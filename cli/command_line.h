#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace signorini::cli {

/// An option or argument of a command, for what its declaration may add. Owned by its command.
class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}

  Option* required();
  /// The present value of the variable becomes the default in the help.
  Option* capture_default_str();
  Option* default_str(const std::string& text);
  Option* type_name(const std::string& text);
  /// Whether one flag takes all the words that follow it, or the next one only.
  Option* allow_extra_args(bool allow);
  Option* range(int least, int most);

 private:
  CLI::Option* option_;
};

/// The program, or one of its commands: what it takes, and what the user gave. All of CLI11 that the program uses; its
/// header costs every file that sees it six seconds of compiling, so command_line.cpp alone does.
class Command {
 public:
  /// Takes one word; returns what is wrong with it, or nothing.
  using Reader = std::function<std::optional<std::string>(const std::string& word)>;

  Command(const std::string& description, const std::string& name);
  ~Command();

  Command* add_subcommand(const std::string& name, const std::string& description);
  Option* add_option(const std::string& name, std::string& text, const std::string& meaning);
  Option* add_option(const std::string& name, std::optional<std::string>& text, const std::string& meaning);
  Option* add_option(const std::string& name, std::vector<std::string>& texts, const std::string& meaning);
  Option* add_option(const std::string& name, int& number, const std::string& meaning);
  Option* add_option(const std::string& name, const Reader& reader, const std::string& meaning);
  Option* add_flag(const std::string& name, bool& flag, const std::string& meaning);
  void add_version(const std::string& text);

  /// Shown at the end of the help.
  void footer(const std::string& text);
  /// Where the meanings start in the help.
  void column_width(int columns);
  void require_subcommand(int count);
  /// Called when the command is the one that was given.
  void callback(const std::function<void()>& function);

  /// Reads the arguments of the program. Throws InputError when they are wrong; false: they asked for help or version,
  /// which has been printed.
  bool parse(int argc, char** argv);
  bool parse(const std::vector<std::string>& words);
  std::string help() const;

  std::string name() const;
  std::vector<const Command*> subcommands() const;
  /// The command that was given, or none.
  const Command* called() const;
  /// The long names of the options, with their dashes.
  std::vector<std::string> flags() const;
  /// The words that this command itself could not use. The value of a flag is never among them, even when it looks like
  /// a flag.
  std::vector<std::string> strays() const;

 private:
  explicit Command(CLI::App* app);
  Option* keep(CLI::Option* option);
  template <typename Parse>
  bool parse_or_explain(Parse&& parse);

  std::unique_ptr<CLI::App> own_;  ///< of the program; its commands live in it
  CLI::App* app_;
  std::vector<std::unique_ptr<Command>> subcommands_;
  std::deque<Option> options_;
};

}  // namespace signorini::cli
