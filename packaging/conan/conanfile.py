# SPDX-License-Identifier: GPL-3.0-or-later
import os

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import check_sha256, unzip
from conan.tools.gnu import PkgConfigDeps


class Zermelo(ConanFile):
    name = "zermelo"
    version = "@VERSION@"
    description = "Exact solver of chess-like games: forced wins with certificates, tables, composed problems"
    license = "GPL-3.0-or-later"
    topics = ("chess", "games", "tablebase", "solver")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "program": [True, False]}
    default_options = {"shared": False, "program": False}
    exports_sources = "zermelo-*.tar.gz"

    def layout(self):
        cmake_layout(self, src_folder="src")

    def requirements(self):
        self.requires("tl-expected/[>=1.0]", transitive_headers=True)
        for name in ("fmt/[>=9]", "onetbb/[>=2021]", "xxhash/[>=0.8]", "zstd/[>=1.5]", "libyaml/[>=0.2]"):
            self.requires(name)
        if self.options.program:
            self.requires("cli11/[>=2.1]")
            self.requires("libmicrohttpd/[>=0.9.75]")

    def validate(self):
        check_min_cppstd(self, 20)
        if self.settings.os not in ("Linux", "Macos"):
            raise ConanInvalidConfiguration("zermelo needs Linux or macOS")

    def source(self):
        archive = os.path.join(self.export_sources_folder, f"zermelo-{self.version}.tar.gz")
        check_sha256(self, archive, "@SHA256@")
        unzip(self, archive, strip_root=True)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["ZERMELO_PROGRAM"] = bool(self.options.program)
        toolchain.generate()
        CMakeDeps(self).generate()
        PkgConfigDeps(self).generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()

    def package_info(self):
        self.cpp_info.set_property("cmake_file_name", "Zermelo")
        self.cpp_info.set_property("cmake_target_name", "Zermelo::zermelo" if self.options.shared else "Zermelo::zermelo_static")
        self.cpp_info.libs = ["zermelo"]
