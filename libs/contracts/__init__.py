"""The public language of Wangi: events on Kafka, their topics, and the frames of sockets. Imports nothing
of ours."""
