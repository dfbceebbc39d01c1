"""Growth of connected symmetric regions and the tiling test, both in the kernel; here are the tables it works on."""
