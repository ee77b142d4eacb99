import { z } from 'zod'
import { says } from './says.ts'

/** PostgreSQL can store every such moment: year 0, unused offsets and long fractions of a second are refused. */
const storable = /^(?!0000)\d{4}-[^.]*?(\.\d{1,9})?(Z|[+-](0\d|1[0-4]):\d\d)$/

/** A date and time with its offset, as ISO 8601 writes it. */
export const moment = z.iso.datetime({ offset: true }).regex(storable, says('notAMoment'))
