# SPDX-License-Identifier: GPL-3.0-or-later
"""How schemathesis writes lines of JSON, for described.py."""
import json

import schemathesis


@schemathesis.serializer("application/x-ndjson")
def written(context, value):
    return value.encode() if isinstance(value, str) else json.dumps(value).encode()
