#include "command_line.h"

#include <algorithm>
#include <sstream>

#include <CLI/CLI.hpp>

#include "output.h"
#include "signorini/base/error.h"
#include "usage_error.h"

namespace signorini::cli {

Option* Option::required() {
  option_->required();
  return this;
}

Option* Option::capture_default_str() {
  option_->capture_default_str();
  return this;
}

Option* Option::default_str(const std::string& text) {
  option_->default_str(text);
  return this;
}

Option* Option::type_name(const std::string& text) {
  option_->type_name(text);
  return this;
}

Option* Option::allow_extra_args(bool allow) {
  option_->allow_extra_args(allow);
  return this;
}

Option* Option::range(int least, int most) {
  option_->check(CLI::Range(least, most));
  return this;
}

Command::Command(const std::string& description, const std::string& name)
    : own_(std::make_unique<CLI::App>(description, name)), app_(own_.get()) {}

Command::Command(CLI::App* app) : app_(app) {}

Command::~Command() = default;

Option* Command::keep(CLI::Option* option) { return &options_.emplace_back(option); }

Command* Command::add_subcommand(const std::string& name, const std::string& description) {
  subcommands_.push_back(std::unique_ptr<Command>(new Command(app_->add_subcommand(name, description))));
  return subcommands_.back().get();
}

Option* Command::add_option(const std::string& name, std::string& text, const std::string& meaning) {
  return keep(app_->add_option(name, text, meaning));
}

Option* Command::add_option(const std::string& name, std::optional<std::string>& text, const std::string& meaning) {
  return keep(app_->add_option(name, text, meaning));
}

Option* Command::add_option(const std::string& name, std::vector<std::string>& texts, const std::string& meaning) {
  return keep(app_->add_option(name, texts, meaning));
}

Option* Command::add_option(const std::string& name, int& number, const std::string& meaning) {
  return keep(app_->add_option(name, number, meaning));
}

Option* Command::add_option(const std::string& name, const Reader& reader, const std::string& meaning) {
  const auto read = [reader](const CLI::results_t& words) {
    if (const auto complaint = reader(words.front())) throw CLI::ValidationError(*complaint);
    return true;
  };
  return keep(app_->add_option(name, read, meaning));
}

Option* Command::add_flag(const std::string& name, bool& flag, const std::string& meaning) {
  return keep(app_->add_flag(name, flag, meaning));
}

void Command::add_version(const std::string& text) { app_->set_version_flag("--version", text); }
void Command::footer(const std::string& text) { app_->footer(text); }
void Command::column_width(int columns) { app_->get_formatter()->column_width(static_cast<std::size_t>(columns)); }
void Command::require_subcommand(int count) { app_->require_subcommand(count); }
void Command::callback(const std::function<void()>& function) { app_->callback(function); }

template <typename Parse>
bool Command::parse_or_explain(Parse&& parse) {
  try {
    parse();
    return true;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) throw InputError(usage_error_message(*this, error.what()));
    std::ostringstream text;  // what --help or --version asked for
    app_->exit(error, text, text);
    print_text(text.str());
    return false;
  }
}

bool Command::parse(int argc, char** argv) {
  return parse_or_explain([&] { app_->parse(argc, argv); });
}

bool Command::parse(const std::vector<std::string>& words) {
  return parse_or_explain([&] { app_->parse(std::vector<std::string>(words.rbegin(), words.rend())); });
}

std::string Command::help() const { return app_->help(); }

std::string Command::name() const { return app_->get_name(); }

std::vector<const Command*> Command::subcommands() const {
  std::vector<const Command*> commands;
  for (const auto& command : subcommands_) commands.push_back(command.get());
  return commands;
}

const Command* Command::called() const {
  const auto given = app_->get_subcommands();
  if (given.empty()) return nullptr;
  const auto is_it = [&](const auto& command) { return command->app_ == given.front(); };
  return std::find_if(subcommands_.begin(), subcommands_.end(), is_it)->get();
}

std::vector<std::string> Command::flags() const {
  std::vector<std::string> names;
  for (const auto* option : app_->get_options())
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

std::vector<std::string> Command::strays() const { return app_->remaining(); }

}  // namespace signorini::cli
