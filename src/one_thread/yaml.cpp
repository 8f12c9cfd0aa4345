// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/compositions/yaml.hpp"

/// Without LibYAML.
namespace zermelo::compositions {

std::vector<std::pair<const YamlNode&, const YamlNode&>> YamlNode::members() const { return {}; }
const YamlNode* YamlNode::find(std::string_view /*key*/) const { return nullptr; }
Result<std::optional<YamlNode>> read_yaml(std::string_view /*text*/) {
    return failure(ErrorKind::bad_usage, "YAML is not read here, expected Popeye's words");
}

}  // namespace zermelo::compositions
