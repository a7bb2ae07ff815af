"""What `make run` starts once all is installed and built: server with worker, PostgreSQL, sample tool."""

import sys
import time
from pathlib import Path

from benchmarks.contestants import IDLE_SECONDS, Contestant
from benchmarks.plan import Plan
from benchmarks.process import proportional_megabytes
from benchmarks.server import Server


class Demo(Contestant):
    """Its first start also creates the database and the demo data; the median of three is one after that."""

    name = "demo"

    @property
    def data_folder(self) -> Path:
        return self.place.folder / "demo"

    def start(self) -> Server:
        program = Path(sys.executable).with_name("gatehouse")
        return Server.start(
            [str(program), "serve", "--port", str(self.place.port)],
            port=self.place.port,
            cores=self.place.cores,
            log=self.place.log(self.name),
            environment={
                "GATEHOUSE_ENV": "demo",
                "GATEHOUSE_DATA_DIR": str(self.data_folder),
                "GATEHOUSE_LOG_LEVEL": "warning",
                "GATEHOUSE_SUPPORT_EMAIL": "support@gatehouse.test",
                "GATEHOUSE_SUPPORT_ANSWER_HOURS": "24",
            },
            probe="/readyz",
        )

    def measure_memory(self) -> float:
        """Of all processes, when those that start after the server is ready are there, too."""
        time.sleep(IDLE_SECONDS)
        postgres = (self.data_folder / "postgres" / "postmaster.pid").read_text().split()[0]
        return sum(proportional_megabytes(pid) for pid in (self.server.pid, int(postgres)))

    def make_plan(self, scenario: str) -> Plan | None:
        return None
