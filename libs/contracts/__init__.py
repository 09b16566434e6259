"""The public language of Wangi: events on Kafka, their topics, and the frames of sockets. This package
imports no other package of Wangi."""
