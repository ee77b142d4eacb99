import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { QueryIn } from '@simdeck/contract/endpoint.ts'
import type { SecurityEvent, SecurityEventName } from '@simdeck/contract/security-log.ts'
import { makeMember, outcomeOf, type TestMember } from '../auth/testing.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

/** The facts of a row, without time and origin. */
type ExpectedEvent = Pick<SecurityEvent, 'outcome' | 'detail' | 'member' | 'target' | 'source' | 'api_id'>

/** An action of a member or of the administrator, and the row that must record it. */
export type Case = {
  event: SecurityEventName
  title: string
  act: (member: TestMember) => Promise<unknown>
  row: (member: TestMember) => Partial<ExpectedEvent>
}

export const failed = (detail: string, row: object = {}) => ({ outcome: 'failure' as const, detail, ...row })

/** A server that the tests of a file share, with a ROOT member who reads its security log. */
export class SecurityLogOfTest {
  server!: TestServer
  root!: TestMember

  constructor() {
    beforeAll(async () => {
      this.server = await startTestServer()
      this.root = await makeMember(this.server, 'ROOT')
    })
    afterAll(() => this.server[Symbol.asyncDispose]())
  }

  async read(query: QueryIn<typeof endpoints.listSecurityEvents>): Promise<SecurityEvent[]> {
    return (await this.root.call(endpoints.listSecurityEvents, { query })).data
  }

  post(path: string, body: object | URLSearchParams, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(this.server.url + path, {
      method: 'POST',
      headers: body instanceof URLSearchParams ? headers : { 'content-type': 'application/json', ...headers },
      body: body instanceof URLSearchParams ? body : JSON.stringify(body),
    })
  }

  login({ email, password }: { email: string; password: string }): Promise<string> {
    return outcomeOf(this.server.anonymous(endpoints.login, { body: { email, password } }))
  }

  byRoot(row: object = {}): { member: string } {
    return { member: this.root.email, ...row }
  }

  /** Declares one test for each case: after its action, the newest row of its event is the expected one. */
  tests(cases: readonly Case[]): void {
    test.each(cases)('$event: $title', async ({ event, act, row }) => {
      const member = await makeMember(this.server, 'MEMBER')
      await act(member)
      const [newest] = await this.read({ event, take: 1 })
      expect(newest).toMatchObject({ ...row(member) })
    })
  }
}
