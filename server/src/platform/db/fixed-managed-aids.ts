import { fixedAids } from '@simdeck/protocol/aid.ts'

const labels: Record<keyof typeof fixedAids, string> = {
  pollerA: 'Poller',
  pollerB: 'Poller B',
  telemetry: 'Telemetry',
  multiImsi: 'MultiIMSI',
  iotSafe: 'IoT SAFE',
}

/** The managed AIDs of a new installation, with their first labels. */
export const fixedManagedAids = (Object.keys(labels) as (keyof typeof fixedAids)[]).map((name) => ({
  package_aid: fixedAids[name].packageAid,
  label: labels[name],
  type: fixedAids[name].type,
}))
