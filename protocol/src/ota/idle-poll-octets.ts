/** POLL: header 10, clear part 22, body 60 with the telemetry of one IMSI, MAC 8. CLOSE_SESSION: 10, 8, 8 and 8. */
const plain = 100 + 34
/** An encrypted body is padded to whole blocks of 16: 64 and 16. */
const encrypted = 104 + 42

/**
 * The octets of a POLL without work and of its answer, as frames (OTA protocol §5.1, §5.3): those of a card that reports all telemetry and
 * resumes nothing. The headers of TCP and IP come on top.
 */
export const idlePollOctets = (encryption: boolean): number => (encryption ? encrypted : plain)
