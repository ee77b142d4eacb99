import { z } from 'zod'
import type { SimStatus } from '@simdeck/contract/sim-values.ts'
import type { Window } from './windows.ts'

/** A call of a carrier's API: `path` follows the base URL of the account; `operation` names the call in the raw proxy log. */
export type Ask = { method: 'GET' | 'PUT'; path: string; body: object | null; operation: string }

/** A device as a carrier tells it; `status` is null for one that is not known here. */
export type Device = { iccid: string; status: SimStatus | null }
export type DevicePage = { devices: Device[]; lastPage: boolean }
export type CarrierError = { code: string; message: string }

/** The API of a platform for one account: the calls, and the shapes of their answers. */
export type CarrierApi = {
  read: (iccid: string) => Ask
  change: (iccid: string, to: SimStatus) => Ask
  /** Lists a part of the devices that changed since that time, in the order of their changes. */
  listChanged: (since: Date, window: Window) => Ask
  /** The next part of a list of which that many devices were read. */
  windowAfter: (read: number) => Window
  device: z.ZodType<Device>
  page: z.ZodType<DevicePage>
  error: z.ZodType<CarrierError>
  /** The error code that tells that too many calls were made, besides the status 429. */
  overLimitCode?: string
}

/** The words of a carrier as one line of visible characters, of a length that the table of results holds. */
export const words = z.string().transform((text) => text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim())

/** An ICCID as a carrier writes it; longer ones are none. */
export const deviceIccid = z.string().max(32).pipe(words)

export const maxDevicesOfPage = 1000

/** A time in UTC without fractions of a second. */
export const timeText = (time: Date): string => time.toISOString().replace(/\.\d{3}Z$/, 'Z')
