import { sql } from 'kysely'

/** True for a key pair or a certificate, `c`, that goes when its IoT SAFE applet is removed. */
export const isLosable = sql`c.key_pair_status in ('Requested', 'Generated', 'Failed')`

/** True if the IoT SAFE applet of the SIM `s` has key pairs or certificates. */
export const hasLosableCertificate = sql`exists (select from sim_certificates c where c.sim_id = s.id and ${isLosable})`
