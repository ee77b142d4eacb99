import { randomBytes } from 'node:crypto'
import { tokensOf } from '@simdeck/contract/auth.ts'
import { createClient } from '@simdeck/contract/client.ts'
import { basePaths, endpoints } from '@simdeck/contract/endpoints.ts'
import type { RoleName } from '@simdeck/contract/permissions.ts'
import { clearRanges } from '@simdeck/server/access/clear-ranges.ts'
import { ActionLog } from '@simdeck/server/platform/audit/action-log.ts'
import { makeAccount } from '@simdeck/server/auth/first-member.ts'
import type { OpenDatabase } from '@simdeck/server/platform/db/database.ts'
import type { CallerName } from './make-request.ts'

/** Callers with their tokens. A token is renewed when a call has ended it or its account. */
export class Callers {
  readonly #database: OpenDatabase
  readonly #masterKey: string
  readonly #url: string
  readonly #tokens = new Map<CallerName, Promise<string>>()

  constructor(database: OpenDatabase, masterKey: string, port: number) {
    this.#database = database
    this.#masterKey = masterKey
    this.#url = `http://127.0.0.1:${port}`
  }

  tokenOf(caller: CallerName): Promise<string | null> {
    if (caller === 'anonymous') return Promise.resolve(null)
    const known = this.#tokens.get(caller) ?? (caller === 'apiId' ? this.#programToken() : this.#memberToken(caller))
    this.#tokens.set(caller, known)
    return known
  }

  /** Restores access after a call that ended the token or restricted the networks, so that later calls are not refused for that reason. */
  async renew(caller: CallerName, token: string | null): Promise<void> {
    const known = await this.#tokens.get(caller)
    if (token === null || known !== token) return
    this.#tokens.delete(caller)
    await clearRanges(this.#database, new ActionLog(this.#masterKey))
  }

  async #memberToken(role: RoleName): Promise<string> {
    const email = `${randomBytes(6).toString('hex')}@fuzz.example`
    const { password } = await makeAccount(this.#database.db, { email, name: role, role })
    return tokensOf(await this.#client({})(endpoints.login, { body: { email, password } })).accessToken
  }

  async #programToken(): Promise<string> {
    await this.#database.db.deleteFrom('api_credentials').execute()
    const token = await this.#memberToken('ROOT')
    const root = this.#client({ authorization: `Bearer ${token}` })
    const { client_id, client_secret } = await root(endpoints.createApiCredential, { body: { name: 'fuzz', role_id: 1 } })
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret })
    const answer = await fetch(`${this.#url}/v1/token`, { method: 'POST', body, headers: address() })
    return ((await answer.json()) as { access_token: string }).access_token
  }

  #client(headers: Record<string, string>) {
    return createClient({ baseUrl: (api) => this.#url + basePaths[api], headers: () => ({ ...headers, ...address() }) })
  }
}

const address = () => ({ 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` })
