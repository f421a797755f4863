"""Clusters: devices, hosts and links."""

import collections
import html
import json
import os
import re

from motley import _core
from motley._errors import Error


def _quantity(value, units, what):
    """Bytes a second, or seconds, from a number or a text such as 25Gb/s, 12.5GB/s, 5us."""
    if value is None or isinstance(value, (int, float)):
        return value
    match = re.fullmatch(r"\s*([0-9.]+(?:e-?[0-9]+)?)\s*([A-Za-z/]+)\s*", str(value))
    if not match or match.group(2) not in units:
        raise Error(f"{what}: {value!r} is not a number with one of the units {', '.join(units)}")
    return float(match.group(1)) * units[match.group(2)]


_BANDWIDTHS = {"b/s": 0.125, "Kb/s": 125.0, "Mb/s": 125e3, "Gb/s": 125e6, "Tb/s": 125e9,
               "B/s": 1.0, "KB/s": 1e3, "MB/s": 1e6, "GB/s": 1e9, "TB/s": 1e12}  # fmt: skip
_TIMES = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}


class Cluster:
    """Devices, hosts and links that a program is planned for; they need not be there.

        motley.Cluster("mixed.yaml")                                a file, as `motley probe` writes it
        motley.Cluster({"hosts": [{"devices": {"v100": 8}, "link": {"bandwidth": "130GB/s", "latency": "5us"}}]})
        motley.Cluster.of({"h100": 2, "a100": 4}, link="300GB/s")   one host

    Device types by name are in motley.device_types(). Keys and units are those of the Cluster file (docs/formats.md).
    """

    def __init__(self, source):
        self._file = ""
        if isinstance(source, Cluster):
            self._core, self._file = source._core, source._file
        elif isinstance(source, _core.Cluster):
            self._core = source
        elif isinstance(source, dict):
            self._core = _core.Cluster.parse(json.dumps(source), "cluster")
            if not self._core.name:  # a file without a name is called by its own
                named = {"name": ", ".join(f"{n} x {t}" for t, n in collections.Counter(self._core.devices).items())}
                self._core = _core.Cluster.parse(json.dumps(named | source), "cluster")
        elif isinstance(source, (str, os.PathLike)):
            self._file = os.fspath(source)
            if not os.path.exists(self._file):
                raise Error(f"cluster: there is no file {self._file!r}; give a cluster file, a dict or a motley.Cluster")
            self._core = _core.Cluster.read(self._file)
        else:
            raise Error(f"cluster is a {type(source).__name__}; give a file's name, a dict or a motley.Cluster")

    @classmethod
    def of(cls, devices: dict[str, int], link: str = "16GB/s", latency: str = "5us", name: str | None = None) -> "Cluster":
        """One host with these devices, {type: count}, and a link between them."""
        host = {"devices": dict(devices)}
        if sum(devices.values()) > 1:
            host["link"] = {"bandwidth": link, "latency": latency}
        return cls(({"name": name} if name else {}) | {"hosts": [host]})

    @property
    def name(self) -> str:
        return self._core.name or self._file

    @property
    def num_devices(self) -> int:
        return self._core.num_devices

    @property
    def num_hosts(self) -> int:
        return self._core.num_hosts

    @property
    def devices(self) -> list[str]:
        """The device type of each rank."""
        return self._core.devices

    @property
    def network_bandwidth(self) -> float | None:
        """Of a host's port to the network, bytes a second; None without a network."""
        return self._core.network_bandwidth

    def with_network(self, bandwidth: float | str | None = None, latency: float | str | None = None) -> "Cluster":
        """The same cluster with another network between its hosts: bytes a second and seconds, or texts: "100Gb/s"."""
        bandwidth, latency = _quantity(bandwidth, _BANDWIDTHS, "bandwidth"), _quantity(latency, _TIMES, "latency")
        return Cluster(self._core.with_network(bandwidth, latency))

    def with_links(self, bandwidth: float | str | None = None, latency: float | str | None = None) -> "Cluster":
        """The same cluster with other links between the devices of a host."""
        bandwidth, latency = _quantity(bandwidth, _BANDWIDTHS, "bandwidth"), _quantity(latency, _TIMES, "latency")
        return Cluster(self._core.with_links(bandwidth, latency))

    def to_dict(self) -> dict:
        """As `motley cluster --json` prints it."""
        return json.loads(self._core.json())

    def to_yaml(self) -> str:
        """The text of a Cluster file."""
        return self._core.yaml()

    def save(self, file: str | os.PathLike) -> None:
        with open(file, "w", encoding="utf-8") as out:
            out.write(self.to_yaml())

    def __eq__(self, other):
        return isinstance(other, Cluster) and self._core == other._core

    __hash__ = None

    def __str__(self):
        return self._core.text()

    def __repr__(self):
        many = [f"{n} {word}{'' if n == 1 else 's'}" for n, word in ((self.num_devices, "device"), (self.num_hosts, "host"))]
        return f"<motley.Cluster {self.name}: {' on '.join(many)}>"

    def _repr_html_(self):
        return f"<pre>{html.escape(str(self))}</pre>"


def device_types() -> list[dict]:
    """The device types that can be used by name, as a list of dicts."""
    return json.loads(_core.device_types_json())
