import { nextStatuses } from '@simdeck/contract/sim-status.ts'
import type { SimStatus } from '@simdeck/contract/sim-values.ts'
import type { CarrierPlatform } from './dialects.ts'

export type CarrierDevice = { iccid: string; status: SimStatus; changedAt: number }

/** Places of one part. A part with all its places used is closed. */
const partSize = 1024

/** The devices of a simulated carrier, in the order of their last change. */
export class CarrierDevices {
  readonly #devices = new Map<string, { device: CarrierDevice; part: number }>()
  /** The devices in order, in parts, so that a million of them can be paged. */
  readonly #parts: { devices: Map<string, CarrierDevice>; firstAt: number; lastAt: number }[] = []
  readonly #platform: CarrierPlatform
  #placesLeft = 0

  constructor(platform: CarrierPlatform) {
    this.#platform = platform
  }

  /** Adds a device that changed last at `changedAt`, not before the ones that were added earlier. */
  add(iccid: string, status: SimStatus, changedAt = Date.now()): void {
    this.#put({ iccid, status, changedAt })
  }

  get(iccid: string): CarrierDevice | undefined {
    return this.#devices.get(iccid)?.device
  }

  /** True if the platform permits the change from the device's present status. */
  permits({ status }: CarrierDevice, to: SimStatus): boolean {
    return status === to || nextStatuses(this.#platform, status).includes(to)
  }

  /** Changes a device, on a request or by the carrier itself, which every transition is open to. */
  change(iccid: string, to: SimStatus): void {
    const known = this.#devices.get(iccid)
    if (known) this.#put({ ...known.device, status: to, changedAt: Date.now() })
  }

  /** The devices that changed since that time, from a place on. */
  changedSince(since: number, from: number, size: number): { devices: CarrierDevice[]; isLast: boolean } {
    let left = from
    const devices: CarrierDevice[] = []
    for (const part of this.#parts) {
      const { firstAt, lastAt } = part
      if (lastAt < since) continue
      if (firstAt >= since && left >= part.devices.size) {
        left -= part.devices.size
        continue
      }
      const all = [...part.devices.values()].filter(({ changedAt }) => changedAt >= since)
      if (left >= all.length) {
        left -= all.length
        continue
      }
      devices.push(...all.slice(left, left + size + 1 - devices.length))
      left = 0
      if (devices.length > size) return { devices: devices.slice(0, size), isLast: false }
    }
    return { devices, isLast: true }
  }

  #put(device: CarrierDevice): void {
    const known = this.#devices.get(device.iccid)
    if (known) this.#parts[known.part]?.devices.delete(device.iccid)
    if (this.#placesLeft === 0) {
      this.#parts.push({ devices: new Map(), firstAt: device.changedAt, lastAt: 0 })
      this.#placesLeft = partSize
    }
    this.#placesLeft--
    const number = this.#parts.length - 1
    const part = this.#parts[number]!
    part.devices.set(device.iccid, device)
    part.lastAt = device.changedAt
    this.#devices.set(device.iccid, { device, part: number })
  }
}
