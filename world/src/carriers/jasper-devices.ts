import { nextStatuses } from '@simdeck/contract/sim-status.ts'
import type { SimStatus } from '@simdeck/contract/sim-values.ts'

export type CarrierDevice = { iccid: string; status: SimStatus; changedAt: number }

/** The devices of a simulated carrier, in the order of their last change. */
export class JasperDevices {
  readonly #devices = new Map<string, CarrierDevice>()

  add(iccid: string, status: SimStatus): void {
    this.#devices.set(iccid, { iccid, status, changedAt: Date.now() })
  }

  get(iccid: string): CarrierDevice | undefined {
    return this.#devices.get(iccid)
  }

  /** True if the platform permits the change from the device's present status. */
  permits({ status }: CarrierDevice, to: SimStatus): boolean {
    return status === to || nextStatuses('jasper', status).includes(to)
  }

  /** Changes a device, on a request or by the carrier itself, which every transition is open to. */
  change(iccid: string, to: SimStatus): void {
    const device = this.#devices.get(iccid)
    if (!device) return
    this.#devices.delete(iccid)
    this.#devices.set(iccid, { ...device, status: to, changedAt: Date.now() })
  }

  /** A page of the devices that changed since that time, counted from 1. */
  changedSince(since: number, pageNumber: number, pageSize: number): { devices: CarrierDevice[]; lastPage: boolean } {
    const all = [...this.#devices.values()].filter(({ changedAt }) => changedAt >= since)
    const devices = all.slice((pageNumber - 1) * pageSize, pageNumber * pageSize)
    return { devices, lastPage: pageNumber * pageSize >= all.length }
  }
}
