import { Agent, request } from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'
import { formatAid } from '@simdeck/protocol/aid.ts'
import { decodeResponse, encodeCommand, encodeResponse } from '@simdeck/protocol/apdu.ts'
import type { ResponseApdu } from '@simdeck/protocol/apdu.ts'
import { concat, equalBytes } from '@simdeck/protocol/bytes.ts'
import { expandedResult, expandedScript } from '@simdeck/protocol/scp80/scripts.ts'
import { adminFrom, adminProtocol, resultType, type ScriptStatus, targetedApplication } from '@simdeck/protocol/scp81/headers.ts'
import { httpPostOf } from '@simdeck/protocol/scp81/session-trigger.ts'
import { isSuccess } from '@simdeck/protocol/status-words.ts'
import type { VirtualCard } from './card/card.ts'
import type { Address } from './link.ts'

/** The parameters of a standard admin agent (GPC Amendment B §3.6), as the factory wrote them. */
export interface AgentProfile {
  identity: string
  key: Uint8Array
  /** The URI of the first request of a session. */
  uri: string
  /** The AID of the application of the card that manages files. */
  filesAid?: Uint8Array
  /** One of the two cipher suites of Amendment B; the server chooses by default. */
  ciphers?: string
}

/** The outcome of a visit: the server has nothing more, it answered with another status, or the connection broke. */
export type Visit = { kind: 'done'; scripts: number } | { kind: 'status'; status: number } | { kind: 'lost'; message: string }

/** A request that has no answer yet. A card keeps it, so that it can send it again. */
interface Pending {
  path: string
  body: Uint8Array
  status: ScriptStatus | null
  isResumed: boolean
}

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Uint8Array
}

const timeoutMs = 30_000

/** A card's admin agent: it asks the server for scripts over HTTP and TLS-PSK, and runs them until the server has nothing more. */
export class AdminAgent {
  readonly #card: VirtualCard
  readonly #iccid: string
  readonly #profile: AgentProfile
  #pending: Pending | null = null
  #isVisiting = false
  /** Commands that the card has run for this agent. */
  commands = 0

  constructor({ card, iccid }: { card: VirtualCard; iccid: string }, profile: AgentProfile) {
    this.#card = card
    this.#iccid = iccid
    this.#profile = profile
  }

  /**
   * Lets a message for the issuer security domain begin a visit, with the URI that it names. A message that comes during a visit begins none.
   * `ended` gets the outcome of each visit.
   */
  followMessages(to: Address, ended: (visit: Visit) => void = () => undefined): void {
    this.#card.sessionRequested = (parameters) => {
      void this.visitUnlessBusy(to, httpPostOf(parameters).uri ?? this.#profile.uri).then((visit) => visit && ended(visit))
    }
  }

  /** Visits the server once; null during another visit. */
  async visitUnlessBusy(to: Address, uri = this.#profile.uri): Promise<Visit | null> {
    return this.#isVisiting ? null : this.visit(to, uri)
  }

  /** Visits the server once. After a lost connection, the next visit sends the last request again with X-Admin-Resume. */
  async visit(to: Address, uri = this.#profile.uri): Promise<Visit> {
    if (this.#pending) this.#pending.isResumed = true
    else this.#pending = { path: uri, body: new Uint8Array(), status: null, isResumed: false }
    const connection = new Agent({ keepAlive: true, maxSockets: 1 })
    this.#isVisiting = true
    try {
      return await this.#work(to, this.#pending, connection)
    } catch (error) {
      return { kind: 'lost', message: (error as Error).message }
    } finally {
      this.#isVisiting = false
      connection.destroy()
    }
  }

  async #work(to: Address, first: Pending, connection: Agent): Promise<Visit> {
    let pending = first
    for (let scripts = 0; ; scripts++) {
      const answer = await this.#send(to, pending, connection)
      if (answer.status !== 200) {
        this.#pending = null
        return answer.status === 204 ? { kind: 'done', scripts } : { kind: 'status', status: answer.status }
      }
      const { result, status } = this.#run(answer)
      pending = { path: String(answer.headers['x-admin-next-uri']), body: result, status, isResumed: false }
      this.#pending = pending
    }
  }

  /** Switches the power off and on: the session and the request that waits are lost. */
  reset(): void {
    this.#card.reset()
    this.#pending = null
  }

  #run({ headers, body }: Answer): { result: Uint8Array; status: ScriptStatus } {
    const target = targetedApplication.decode(String(headers['x-admin-targeted-application']))
    const { commands, isIndefinite } = expandedScript.decode(body)
    const application = this.#applicationOf(target)
    if (!application) return { result: new Uint8Array(), status: 'unknown-application' }
    this.#card.beginRemoteScript(application)
    this.#card.running = application === 'files' ? formatAid(target) : null
    const responses: ResponseApdu[] = []
    for (const command of commands) {
      const response = decodeResponse(encodeResponse(this.#card.execute(encodeCommand(command))))
      responses.push(response)
      this.commands++
      if (!isSuccess(response.sw)) break
    }
    this.#card.running = null
    return { result: expandedResult.encode({ isIndefinite, executed: responses.length, responses }), status: 'ok' }
  }

  #applicationOf(target: Uint8Array): 'domain' | 'files' | null {
    if (formatAid(target) === this.#card.nvm.securityDomain.aid) return 'domain'
    const { filesAid } = this.#profile
    return filesAid && equalBytes(target, filesAid) ? 'files' : null
  }

  #send({ host, port }: Address, { path, body, status, isResumed }: Pending, connection: Agent): Promise<Answer> {
    const { identity, key, ciphers } = this.#profile
    const headers = {
      Host: `${host}:${port}`,
      'X-Admin-Protocol': adminProtocol,
      'X-Admin-From': adminFrom.encode({ secureElement: this.#iccid, agent: identity }),
      ...(isResumed && { 'X-Admin-Resume': 'true' }),
      ...(status !== null && { 'X-Admin-Script-Status': status, 'Content-Type': resultType, 'Transfer-Encoding': 'chunked' }),
    }
    const tls = {
      minVersion: 'TLSv1.2',
      maxVersion: 'TLSv1.2',
      ciphers: ciphers ?? 'PSK-AES128-GCM-SHA256:PSK-AES128-CBC-SHA256',
      pskCallback: () => ({ identity, psk: key }),
      checkServerIdentity: () => undefined,
    } as const
    return new Promise((done, failed) => {
      const sent = request({ host, port, path, method: 'POST', headers, agent: connection, timeout: timeoutMs, ...tls }, (response) => {
        const parts: Uint8Array[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', failed)
        response.on('end', () => done({ status: response.statusCode ?? 0, headers: response.headers, body: concat(...parts) }))
      })
      sent.on('timeout', () => sent.destroy(new Error('no answer')))
      sent.on('error', failed)
      sent.end(body.length > 0 ? body : undefined)
    })
  }
}
