"""Two tiny games made for the tests of the kernel, the table and the conformance suite."""
