import { z } from 'zod'
import { says } from './says.ts'

/** Every such moment is one of PostgreSQL's too: it has no year 0, no offset beyond those in use, and reads no endless fraction. */
const storable = /^(?!0000)\d{4}-[^.]*?(\.\d{1,9})?(Z|[+-](0\d|1[0-4]):\d\d)$/

/** A date and time with its offset, as ISO 8601 writes it. */
export const moment = z.iso.datetime({ offset: true }).regex(storable, says('notAMoment'))
