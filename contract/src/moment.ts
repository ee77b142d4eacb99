import { z } from 'zod'
import { faultName } from './fault-name.ts'

/** Matches only moments that PostgreSQL can store: no year 0, no offset beyond 14:59, at most nine digits after the second. */
const storable = /^(?!0000)\d{4}-[^.]*?(\.\d{1,9})?(Z|[+-](0\d|1[0-4]):\d\d)$/

/** A date and time with its offset, as ISO 8601 writes it. */
export const moment = z.iso.datetime({ offset: true }).regex(storable, faultName('notAMoment'))
