"""Published latencies and bandwidths of networks, between two programs on two machines."""

from .costs import Network

GIGABIT = 8e-9  # seconds of a byte at one Gb/s

AZURE = "https://learn.microsoft.com/azure/virtual-machines"
NETWORKS = (
    Network(
        "TCP, 1 Gb/s",
        25.42e-6,
        1 / 116.19e6,
        "osu_latency and osu_bw over MPICH without UCX, 25.42 us and 116.19 MB/s: J. Grimm, "
        "https://gist.github.com/jfgrimm/3af692a5475bdd4ed836b5a18197a209",
    ),
    Network(
        "TCP, 10 Gb/s Ethernet",
        10e-6,
        GIGABIT / 10,
        "one-way latency of applications over Linux TCP 'as low as 10 us': Larsen, Sarangam, Huggahalli, Kulkarni, "
        "Architectural breakdown of end-to-end latency in a TCP/IP network, International Journal of Parallel "
        "Programming 37(6), 2009, 556-571; the bandwidth is the link's",
    ),
    Network(
        "40 Gb/s Ethernet, kernel bypassed",
        1.93e-6,
        GIGABIT / 37.23,
        "NetPIPE over Open MPI 1.8.1 with usNIC, half round trip 1.93 us, 37.23 Gb/s: J. Squyres, MPI over 40Gb "
        "Ethernet, https://blogs.cisco.com/performance/mpi-over-40gb-ethernet",
    ),
    Network(
        "InfiniBand HDR, 200 Gb/s",
        1.2e-6,
        GIGABIT / 192,
        f"Azure HBv3: 1.2 us for 1 byte, 192 Gb/s one-way (printed as GB/s): {AZURE}/hbv3-performance",
    ),
    Network(
        "InfiniBand NDR, 400 Gb/s",
        2e-6,
        GIGABIT / 400,
        f"Azure HBv4: less than 2 us for 1 byte, 400 Gb/s one-way: {AZURE}/hbv4-performance",
    ),
)
