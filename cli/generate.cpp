#include <memory>

#include <fmt/format.h>

#include "command.h"
#include "number.h"
#include "output.h"
#include "problem_file.h"
#include "signorini/io/atomic_file.h"
#include "signorini/io/fclib.h"
#include "signorini/problem/generate/generate.h"

namespace signorini::cli {
namespace {

struct Output {
  std::string out, law = "coulomb";
  bool quiet = false;
};

void write(const ContactProblem& generated, const Output& output, const std::string& title,
           const std::string& description) {
  FclibFile file;
  file.problem = generated;
  file.info = {title, description, ""};
  write_fclib(output.out, file);
  if (!output.quiet) say("{}", problem_summary(output.out, file.problem));
}

Command* add_kind(Command& app, const std::string& name, const std::string& description,
                  const std::shared_ptr<Output>& output) {
  Command* command = app.add_subcommand(name, description);
  command->add_option("--out", output->out, "File to write (fclib HDF5)")->required();
  command->add_option("--law", output->law, "Friction law to record in the file")->capture_default_str();
  command->add_flag("--quiet", output->quiet, "Print nothing but errors");
  return command;
}

/// What every kind of scene has in common, under the same flag.
template <typename Options>
void add_common(Command* command, Options& options) {
  add_number(command, "--friction", options.friction, "Friction coefficient mu");
  add_number(command, "--seed", options.seed, "Chooses the sample");
  add_number(command, "--density", options.density, "kg/m^3");
  add_number(command, "--step", options.step, "Time step, s");
  add_number(command, "--gap-spread", options.gap_spread,
             "Displacement from the position of rest, relative to the size");
  add_number(command, "--agitation", options.agitation, "Standard deviation of the old velocities, m/s");
  add_number(command, "--recovery-speed", options.recovery_speed, "Largest speed that undoes penetration, m/s");
}

template <typename Options>
void add_spheres(Command* command, Options& options) {
  add_number(command, "--spheres", options.spheres, "Number of spheres");
  add_number(command, "--radius", options.radius, "Mean radius, m");
  add_number(command, "--radius-spread", options.radius_spread, "Radii are uniform in radius (1 +- this)");
  add_number(command, "--margin", options.margin, "Pairs nearer than this share of the radius are contacts");
  add_number(command, "--settling", options.settling, "Downward speed at the top, m/s");
}

void add_packing(Command& app, Action& action) {
  auto output = std::make_shared<Output>();
  auto options = std::make_shared<PackingOptions>();
  auto container = std::make_shared<std::string>(to_string(options->container));
  Command* command = add_kind(app, "packing", "Spheres settled in a container", output);
  add_spheres(command, *options);
  add_common(command, *options);
  command->add_option("--container", *container, "box or cylinder")->capture_default_str();
  command->callback([=, &action] {
    action = [=] {
      options->container = container_from_string(*container);
      require_writable(output->out);
      options->law = law_from_string(output->law);
      write(generate_packing(*options), *output, "sphere packing",
            fmt::format("{} spheres in a {}, friction {}, radius {} m, density {} kg/m3, step {} s, seed {}",
                        options->spheres, *container, options->friction, options->radius, options->density,
                        options->step, options->seed));
      return done;
    };
  });
}

void add_pile(Command& app, Action& action) {
  auto output = std::make_shared<Output>();
  auto options = std::make_shared<PileOptions>();
  Command* command = add_kind(app, "pile", "A heap of spheres on a floor", output);
  add_spheres(command, *options);
  add_common(command, *options);
  add_number(command, "--slope", options->slope, "Slope of the heap, degrees");
  command->callback([=, &action] {
    action = [=] {
      require_writable(output->out);
      options->law = law_from_string(output->law);
      write(generate_pile(*options), *output, "sphere pile",
            fmt::format("{} spheres, friction {}, radius {} m, density {} kg/m3, step {} s, seed {}", options->spheres,
                        options->friction, options->radius, options->density, options->step, options->seed));
      return done;
    };
  });
}

void add_stack(Command& app, Action& action) {
  auto output = std::make_shared<Output>();
  auto options = std::make_shared<StackOptions>();
  auto shape = std::make_shared<std::string>(to_string(options->shape));
  Command* command =
      add_kind(app, "stack", "Bodies on top of each other, each heavier than the one below by a ratio", output);
  add_common(command, *options);
  add_number(command, "--bodies", options->bodies, "Number of bodies");
  add_number(command, "--mass-ratio", options->mass_ratio, "Mass of a body over that of the one below");
  command->add_option("--shape", *shape, "sphere or box")->capture_default_str();
  add_number(command, "--size", options->size, "Diameter or edge, m");
  command->callback([=, &action] {
    action = [=] {
      options->shape = stack_shape_from_string(*shape);
      require_writable(output->out);
      options->law = law_from_string(output->law);
      write(generate_stack(*options), *output, "stack",
            fmt::format("{} bodies ({}), mass ratio {}, friction {}, size {} m, density {} kg/m3, step {} s, seed {}",
                        options->bodies, *shape, options->mass_ratio, options->friction, options->size,
                        options->density, options->step, options->seed));
      return done;
    };
  });
}

void add_wall(Command& app, Action& action) {
  auto output = std::make_shared<Output>();
  auto options = std::make_shared<WallOptions>();
  Command* command = add_kind(app, "wall", "A brick wall in running bond", output);
  add_common(command, *options);
  add_number(command, "--rows", options->rows, "Courses of bricks");
  add_number(command, "--columns", options->columns, "Bricks in the lowest course");
  add_number(command, "--length", options->length, "Brick, along the wall, m");
  add_number(command, "--width", options->width, "Brick, across the wall, m");
  add_number(command, "--height", options->height, "Brick, upwards, m");
  add_number(command, "--joint", options->joint, "Head joint between neighbours, relative to the length");
  command->callback([=, &action] {
    action = [=] {
      require_writable(output->out);
      options->law = law_from_string(output->law);
      write(generate_wall(*options), *output, "brick wall",
            fmt::format("{} courses of {} bricks, friction {}, density {} kg/m3, step {} s, seed {}", options->rows,
                        options->columns, options->friction, options->density, options->step, options->seed));
      return done;
    };
  });
}

}  // namespace

void add_generate(Command& app, Action& action) {
  Command* command = app.add_subcommand("generate", "Make a contact problem of any size");
  command->require_subcommand(1);
  add_packing(*command, action);
  add_pile(*command, action);
  add_stack(*command, action);
  add_wall(*command, action);
}

}  // namespace signorini::cli
