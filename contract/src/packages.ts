import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listQuery } from './list.ts'

export const packageTypes = ['Poller', 'Telemetry', 'MultiIMSI', 'IotSafe', 'custom'] as const
export type PackageType = (typeof packageTypes)[number]

export const aidHex = z
  .string()
  .regex(/^([0-9A-Fa-f]{2}){5,16}$/)
  .transform((hex) => hex.toUpperCase())
/** 3–62 characters of alphanumerics, space, dot, hyphen, underscore (specification §5). */
export const label = z.string().regex(/^[A-Za-z0-9 ._-]{3,62}$/)
const otaVersion = z.string().regex(/^\d{1,3}\.\d{1,3}$/)

/** The facts that are read from a CAP file. */
export const capFacts = z.object({
  packageAID: z.string(),
  otaVersion: z.string(),
  type: z.enum(packageTypes),
  name: z.string(),
  applets: z.array(z.string()),
  imports: z.array(z.string()),
  /** The size of the load file in bytes (the value of C4, without Descriptor). */
  loadLength: z.number(),
  loadSha256: z.string(),
  builtAt: z.string().nullable(),
})
export type CapFacts = z.infer<typeof capFacts>

export const otaPackage = capFacts.extend({
  id: z.number(),
  label: z.string(),
  /** The same as `otaVersion`: the CAP's package version, major.minor. */
  version: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** The number of SIMs that hold the package, and of SIMs that an open OTA writes it into. */
  simsUsing: z.number(),
  simsPending: z.number(),
})
export type OtaPackage = z.infer<typeof otaPackage>

export const packageSortFields = ['otaVersion', 'label', 'loadLength', 'builtAt', 'createdAt', 'updatedAt', 'packageAID'] as const

export const listPackages = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/packages/list',
  needs: 'signedIn',
  summary: 'Packages of one AID or type',
  query: listQuery(packageSortFields, {
    packageAID: aidHex.optional(),
    type: z.enum(packageTypes).optional(),
    /** `true` lists libraries, which have no applet; `false` lists all others. */
    library: z
      .enum(['true', 'false'])
      .transform((value) => value === 'true')
      .optional(),
    search: z.string().trim().min(1).max(64).optional(),
  }),
  response: otaPackage,
  list: true,
})

const packageKey = z.strictObject({ packageAID: aidHex, otaVersion, label })
export type PackageKey = z.output<typeof packageKey>
export const packageKeySchema = packageKey

export const getPackage = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/packages/detail/{packageAID}/{otaVersion}/{label}',
  needs: 'signedIn',
  summary: 'One package',
  params: packageKey,
  response: otaPackage,
  errors: ['packageNotFound'],
})

/** The largest CAP file, zipped. */
export const maxCapBytes = 1024 * 1024
const capFile = { field: 'capFile', maxBytes: maxCapBytes }

export const uploadPackage = endpoint({
  method: 'POST',
  api: 'ota',
  path: '/packages/upload',
  needs: 'OTA_CREATE',
  action: 'otaAdd',
  summary: 'Store a CAP file as a package',
  file: capFile,
  body: z.strictObject({ label: label.optional() }),
  response: otaPackage,
  errors: ['invalidZip', 'packageExists', 'payloadTooLarge'],
})

export const getTargetPackageAid = endpoint({
  method: 'POST',
  api: 'ota',
  path: '/packages/getTargetPackageAID',
  needs: 'signedIn',
  summary: 'Check the content of a CAP file without storing it',
  file: capFile,
  response: capFacts,
  errors: ['invalidZip', 'payloadTooLarge'],
})

/** A package AID with stored packages; a tab of the package list. */
export const managedPackageAid = z.object({
  id: z.number(),
  packageAID: z.string(),
  label: z.string(),
  type: z.enum(packageTypes),
  packages: z.number(),
})
export type ManagedPackageAid = z.infer<typeof managedPackageAid>

export const listManagedPackageAids = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/packages/managedPackageAIDs',
  needs: 'signedIn',
  summary: 'The package AIDs of all packages, with their labels',
  response: z.array(managedPackageAid),
})
