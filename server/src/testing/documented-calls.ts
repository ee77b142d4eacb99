import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { permissions, roleIds, type RoleName } from '@simdeck/contract/permissions.ts'

/**
 * The callers who may make a call. `need` is the one that the contract names. `holds`: the permission that the caller's role must hold;
 * null if none. `own`: the call concerns a person's own account or sign-in, so that an API ID is refused. `setUp`: allowed before the
 * multi-factor authentication that a role requires is set up. `proof`: requires a proof younger than ten minutes.
 */
export type DocumentedCall = { need: string; holds: string | null; own: boolean; setUp: boolean; proof: boolean }

/**
 * A caller with a valid token: a person, a person without the second factor that the role requires, a person whose last proof is older than
 * ten minutes, or a program.
 */
export type Caller = { role: RoleName; as: 'person' | 'personToSetUp' | 'personLongIn' | 'program' }

const file = join(import.meta.dirname, '../../../docs/spec-gaps.md')
const needWithoutPermission = ['public', 'mfaPending', 'signedIn', 'byKey']
const call = /^`((?:GET|POST|PUT|DELETE) \/[\w./{}-]+)`$/
const needs = /^(byKey: )?(\w+)(?: ([○△□]+))?$/

/** Cells of the rows of a Markdown table that has these headings. */
function table(text: string, headings: readonly string[]): string[][] {
  const lines = text.split('\n')
  const cellsOf = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
  const start = lines.findIndex((line) => cellsOf(line).join() === headings.join())
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'))
  if (start < 0) throw new Error(`no table with the headings ${headings.join()}`)
  return lines.slice(start + 2, end).map(cellsOf)
}

/** The permissions of each role, from `all`, `all except A, B` or `A, B`. */
function readRoles(text: string): Record<RoleName, (permission: string) => boolean> {
  const rows = table(text, ['Role', 'Permissions']).map(([role = '', cell = '']) => {
    const named = cell.replace(/^all( except )?/, '').split(', ')
    return [role, (permission: string) => cell.startsWith('all') !== named.includes(permission)] as const
  })
  const roles = Object.fromEntries(rows) as Record<RoleName, (permission: string) => boolean>
  if (rows.map(([role]) => role).join() !== Object.keys(roleIds).join()) throw new Error('the table of roles names other roles')
  return roles
}

function readCall([cell = '', needed = '']: string[]): [name: string, documented: DocumentedCall] {
  const [, name] = call.exec(cell) ?? []
  const [, byKey, need = '', signs = ''] = needs.exec(needed) ?? []
  if (!name || need === '') throw new Error(`unreadable row: ${cell} | ${needed}`)
  const holds = needWithoutPermission.includes(need) ? null : need
  const sign = (one: string) => signs.includes(one)
  return [name, { need: byKey ? 'byKey' : need, holds, own: sign('○'), setUp: sign('△'), proof: sign('□') }]
}

/** Reads the tables of calls and of roles in docs/spec-gaps.md. Throws for a row that has another form, and for a call with two rows. */
export function readDocumentedCalls() {
  const text = readFileSync(file, 'utf8')
  const roles = readRoles(text)
  const rows = table(text, ['Call', 'Needs', 'Note']).map(readCall)
  const calls = new Map(rows)
  if (calls.size < rows.length) throw new Error('a call has two rows')

  const one = (name: string): DocumentedCall => {
    const found = calls.get(name)
    if (!found) throw new Error(`${name} has no row in docs/spec-gaps.md`)
    return found
  }
  const needsNoToken = (name: string) => ['public', 'mfaPending'].includes(one(name).need)

  /** The documented answer of the server to that caller; `in`: the call itself starts. */
  function answerTo(name: string, { role, as }: Caller): 'in' | 'noPermission' | 'mfaRequired' | 'verificationRequired' {
    const { need, holds, own, setUp, proof } = one(name)
    if (needsNoToken(name)) return 'in'
    if (as === 'program' && own) return 'noPermission'
    if (as === 'personToSetUp' && !setUp) return 'mfaRequired'
    const toProve = as === 'personLongIn' && proof
    // The handler checks the need of the key, after the guard.
    if (toProve && need === 'byKey') return 'verificationRequired'
    if (holds !== null && !roles[role](holds)) return 'noPermission'
    return toProve ? 'verificationRequired' : 'in'
  }

  const permissionsOf = (role: RoleName) => permissions.filter((permission) => roles[role](permission))
  return { calls: Object.fromEntries(calls), needsNoToken, answerTo, permissionsOf }
}
