"""The results of a verification, shown: to people, as JSON, JUnit and SARIF, and as tests."""
