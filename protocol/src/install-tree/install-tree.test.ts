import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PackageType } from '../aid.ts'
import { multiImsiParameters } from '../applets/multi-imsi.ts'
import { pollerParameters } from '../applets/poller.ts'
import { fromHex, toHex } from '../bytes.ts'
import { encodeTlv } from '../tlv.ts'
import { flatten, readInstallTree } from './install-tree.ts'
import { hasProblem } from './node.ts'
import type { ParameterNode } from './node.ts'

const poller = encodeTlv(0xc9, pollerParameters.encode({ ...pollerParameters.defaults, fqdn: 'poll.example.jp' }))
const multiImsi = encodeTlv(
  0xc9,
  multiImsiParameters.encode({ ...multiImsiParameters.defaults, imsis: [{ imsi: '44010', networks: [{ mcc: '440', mnc: '10' }] }] }),
)
const custom = fromHex('c905010a003c02ef08c7020200c8021000ea1c8014ff0110020001000201020116' + '06b00010b0001100' + '81040001ff00')
const samples: readonly (readonly [PackageType, Uint8Array])[] = [
  ['Poller', poller],
  ['MultiIMSI', multiImsi],
  ['custom', custom],
]

/** The nodes with their octets in hex: `key: octets`, and the problem if there is one. */
function lines(field: Uint8Array, type: PackageType): string[] {
  return flatten(readInstallTree(field, type).nodes).map(
    ({ key, start, end, problem }) => `${key}: ${toHex(field.subarray(start, end))}${problem ? ` (${problem})` : ''}`,
  )
}
const problems = (hex: string, type: PackageType = 'custom'): string[] => lines(fromHex(hex), type).filter((line) => line.endsWith(')'))

test('each field of the poller has its octets', () => {
  expect(lines(poller, 'Poller')).toEqual([
    `/applet: ${toHex(poller)}`,
    '/applet/fqdn: 800f706f6c6c2e6578616d706c652e6a70',
    '/applet/port: 81020050',
    '/applet/polling: 820101',
    '/applet/interval: 83020005',
    '/applet/encryption: 840101',
  ])
})

test('each IMSI of the multi-IMSI applet has its octets', () => {
  expect(lines(multiImsi, 'MultiIMSI').slice(1, 4)).toEqual([
    '/applet/choice.0: a00a80034410f0810344f001',
    '/applet/choice.0/imsi: 80034410f0',
    '/applet/choice.0/networks: 810344f001',
  ])
})

test('system, toolkit and access parameters are read to their last field', () => {
  expect(lines(custom, 'custom')).toEqual([
    '/applet: c905010a003c02',
    '/system: ef08c7020200c8021000',
    '/system/volatileSize: c7020200',
    '/system/nonVolatileSize: c8021000',
    `/uicc: ${toHex(custom.subarray(17))}`,
    '/uicc/toolkit: 8014ff011002000100020102011606b00010b0001100',
    '/uicc/toolkit/priority: ff',
    '/uicc/toolkit/maxTimers: 01',
    '/uicc/toolkit/maxMenuTextLength: 10',
    '/uicc/toolkit/menuCount: 02',
    '/uicc/toolkit/menuEntries: 00010002',
    '/uicc/toolkit/maxChannels: 01',
    '/uicc/toolkit/minimumSecurityLevel: 020116',
    '/uicc/toolkit/tars: 06b00010b00011',
    '/uicc/toolkit/maxServices: 00',
    '/uicc/access: 81040001ff00',
    '/uicc/access/fileSystem.0: 00',
    '/uicc/access/accessDomain.0: 01ff',
    '/uicc/access/accessDap.0: 00',
  ])
})

test('the older SIM toolkit parameters have an access domain and no number of services', () => {
  expect(problems('c900ef0eca0c01ff010000000000' + '03b00001')).toEqual([])
  expect(problems('c900ef0fca0d01ff010000000000' + '03b0000100')).toEqual(['/system/simToolkit/unreadable: 00 (length)'])
})

test.each<[string, string, string[]]>([
  ['an access without octets', 'c900ea028200', ['/uicc/administrativeAccess: 8200 (cut)']],
  ['a memory size of three octets', 'c900ef05c703000001', ['/system/volatileSize: c703000001 (length)']],
  ['a tag twice', 'c900c900', ['/applet.again1: c900 (twice)']],
  ['a cut data object', 'c900ef05c702', ['/unreadable: ef05c702 (cut)']],
  ['half a TAR', 'c900ea0b8009ff000000000002b000', ['/uicc/toolkit/tars: 02b000 (value)']],
  ['nine timers', 'c900ea0a8008ff09000000000000', ['/uicc/toolkit/maxTimers: 09 (value)']],
])('%s is a problem', (_, hex, expected) => {
  expect(problems(hex)).toEqual(expected)
})

test('applet data without a port lack a part', () => {
  const octets = toHex(poller).replace('c91f', 'c91b').replace('81020050', '')
  expect(problems(octets, 'Poller')).toEqual([`/applet: ${octets} (missing)`])
})

test('parameters without C9 lack a part', () => {
  expect(readInstallTree(fromHex('ef00'), 'custom').problem).toBe('missing')
})

test('an interval below five minutes is a problem of the applet data', () => {
  const short = fromHex(toHex(poller).replace('83020005', '83020004'))
  expect(problems(toHex(short), 'Poller')).toEqual([`/applet: ${toHex(short)} (value)`])
})

/** Checks that the nodes of each level cover their parent without a gap. */
function expectCovered(nodes: readonly ParameterNode[], start: number, end: number): void {
  if (nodes.length === 0) return
  expect([nodes[0]!.start, nodes.at(-1)!.end]).toEqual([start, end])
  for (const [index, node] of nodes.entries()) {
    expect(node.valueStart).toBeGreaterThanOrEqual(node.start)
    if (index > 0) expect(node.start).toBe(nodes[index - 1]!.end)
    expectCovered(node.children, node.valueStart, node.end)
  }
}

test('the nodes cover all octets, and a tree without problems is decoded by the codec of the applet', () => {
  const damaged = fc
    .tuple(fc.constantFrom(...samples), fc.nat(60), fc.nat(255), fc.nat(60), fc.boolean())
    .map(([[type, sample], at, octet, cut, cuts]) => {
      const changed = Uint8Array.from(sample)
      changed[at % changed.length] = octet
      return [type, cuts ? changed.subarray(0, cut) : changed] as const
    })
  fc.assert(
    fc.property(damaged, ([type, octets]) => {
      const { nodes, problem } = readInstallTree(octets, type)
      expectCovered(nodes, 0, octets.length)
      expect(new Set(flatten(nodes).map(({ key }) => key)).size).toBe(flatten(nodes).length)
      if (type === 'custom' || problem || nodes.some(hasProblem)) return
      const applet = nodes.find(({ name }) => name === 'applet')!
      // An applet other than the poller may get no data, which its codec does not read.
      if (applet.valueStart === applet.end) {
        expect(type).not.toBe('Poller')
        return
      }
      const { decode } = type === 'Poller' ? pollerParameters : multiImsiParameters
      expect(() => decode(octets.subarray(applet.valueStart, applet.end))).not.toThrow()
    }),
    { numRuns: 2000, examples: [[['MultiIMSI', Uint8Array.of(0xc9, 0)]]] },
  )
})
