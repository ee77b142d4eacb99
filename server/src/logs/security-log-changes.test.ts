import { endpoints } from '@simdeck/contract/endpoints.ts'
import { clearRanges } from '../access/clear-ranges.ts'
import { ActionLog } from '../platform/audit/action-log.ts'
import { mailsTo, outcomeOf, tokenIn } from '../auth/testing.ts'
import { openDatabase } from '../platform/db/database.ts'
import { failed, SecurityLogOfTest } from './security-log.fixture.ts'

const log = new SecurityLogOfTest()

const smtp = { host: 'localhost', port: 2525, security: 'none' as const, username: '', from_address: 'a@example.com', from_name: '' }
const text = { subject: 'Subject', body: '{username} {password}' }

async function newProgram(role_id: 1 | 2 | 3 = 3) {
  const made = await log.root.call(endpoints.createApiCredential, { body: { name: 'Reporting', role_id } })
  const form = (secret: string) =>
    new URLSearchParams({ grant_type: 'client_credentials', client_id: made.client_id, client_secret: secret })
  return { ...made, token: (secret = made.client_secret) => log.post('/v1/token', form(secret)) }
}

const invite = async () => {
  const email = `invited-${crypto.randomUUID().slice(0, 8)}@example.com`
  await log.root.call(endpoints.createMember, { body: { email, name: 'Invited', role_id: 3 } })
  return email
}

log.tests([
  {
    event: 'apiIdAdded',
    title: 'a new API ID',
    act: () => newProgram(2),
    row: () => log.byRoot({ detail: 'role_id=2', target: 'Reporting' }),
  },
  {
    event: 'apiToken',
    title: 'a token issued',
    act: async () => (await newProgram()).token(),
    row: () => ({ outcome: 'success', api_id: 'Reporting', member: null, source: 'OPEN_API' }),
  },
  {
    event: 'apiToken',
    title: 'a token refused',
    act: async () => (await newProgram()).token('wrong'),
    row: () => failed('invalidClient', { api_id: 'Reporting', source: 'OPEN_API' }),
  },
  {
    event: 'apiIdDeleted',
    title: 'an API ID revoked',
    act: async () => log.root.call(endpoints.deleteApiCredential, { params: { id: (await newProgram()).id } }),
    row: () => log.byRoot(),
  },
  {
    event: 'refused',
    title: 'a read that the role does not allow',
    act: ({ call }) => outcomeOf(call(endpoints.listSecurityEvents, { query: {} })),
    row: ({ email }) => failed('noPermission', { member: email }),
  },
  {
    event: 'refused',
    title: 'a change by an API ID that its role does not allow',
    act: async () => {
      const { access_token } = (await (await (await newProgram()).token()).json()) as { access_token: string }
      await log.post('/v1/groups', { name: 'x' }, { authorization: `Bearer ${access_token}` })
    },
    row: () => failed('noPermission', { api_id: 'Reporting', source: 'OPEN_API' }),
  },
  { event: 'memberAdded', title: 'a member invited', act: invite, row: () => log.byRoot({ detail: 'role_id=3' }) },
  {
    event: 'invitationSent',
    title: 'an invitation sent again',
    act: async () => log.root.call(endpoints.resendInvitation, { params: { email: await invite() } }),
    row: () => log.byRoot(),
  },
  {
    event: 'roleChanged',
    title: 'a changed role',
    act: ({ email }) => log.root.call(endpoints.updateMember, { params: { email }, body: { role_id: 2 } }),
    row: ({ email }) => log.byRoot({ detail: 'role_id=2', target: email }),
  },
  {
    event: 'memberChanged',
    title: 'a member deactivated',
    act: ({ email }) => log.root.call(endpoints.updateMember, { params: { email }, body: { activation: 1 } }),
    row: ({ email }) => log.byRoot({ detail: 'deactivated', target: email }),
  },
  {
    event: 'memberDeleted',
    title: 'a member deleted',
    act: ({ email }) => log.root.call(endpoints.deleteMembers, { body: { emails: [email] } }),
    row: ({ email }) => log.byRoot({ target: email }),
  },
  {
    event: 'emailChangeAsked',
    title: 'a requested change of address',
    act: ({ call }) => call(endpoints.requestEmailChange, { body: { email: 'other.asked@example.com' } }),
    row: ({ email }) => ({ member: email }),
  },
  {
    event: 'emailChanged',
    title: 'a confirmed change of address',
    act: async ({ call, email }) => {
      const other = `new-${email}`
      await call(endpoints.requestEmailChange, { body: { email: other } })
      const challengeToken = tokenIn(await mailsTo(log.server, other))
      await log.server.anonymous(endpoints.confirmEmailChange, { body: { challengeToken } })
    },
    row: ({ email }) => ({ member: `new-${email}` }),
  },
  {
    event: 'forwardingChanged',
    title: 'a syslog receiver',
    act: () => log.root.call(endpoints.putLogForwarding, { body: { host: 'syslog.example.com', port: 6514, ca: '' } }),
    row: () => log.byRoot({ detail: 'syslog.example.com:6514' }),
  },
  {
    event: 'forwardingChanged',
    title: 'the end of the forwarding',
    act: () => log.root.call(endpoints.deleteLogForwarding, {}),
    row: () => log.byRoot({ detail: 'deleted' }),
  },
  {
    event: 'securitySettingsChanged',
    title: 'a changed password rule',
    act: () => log.root.call(endpoints.postUserConfig, { body: [{ key: 'system_password_number', value: '1' }] }),
    row: () => log.byRoot({ detail: 'system_password_number=1' }),
  },
  {
    event: 'templatesChanged',
    title: 'a changed text of a mail',
    act: () => log.root.call(endpoints.putMailTemplate, { params: { name: 'invitation' }, body: { ja: text, en: text } }),
    row: () => log.byRoot({ detail: 'invitation' }),
  },
  {
    event: 'mailServerChanged',
    title: 'a changed mail server',
    act: () => log.root.call(endpoints.putMailSettings, { body: smtp }),
    row: () => log.byRoot({ detail: null }),
  },
  {
    event: 'mailServerChanged',
    title: 'a deleted mail server',
    act: () => log.root.call(endpoints.deleteMailSettings, {}),
    row: () => log.byRoot({ detail: 'deleted' }),
  },
  {
    event: 'mailDestinationsChanged',
    title: 'changed destinations of system mail',
    act: () => log.root.call(endpoints.putMailDestinations, { body: { destinations: ['ops@example.com'] } }),
    row: () => log.byRoot(),
  },
  {
    event: 'signUpAsked',
    title: 'a sign-up while it is closed',
    act: () => outcomeOf(log.server.anonymous(endpoints.register, { body: { email: 'new@example.com', name: 'New' } })),
    row: () => failed('signUpClosed', { member: null }),
  },
  {
    event: 'restrictionsChanged',
    title: 'changed restrictions',
    act: () =>
      log.root.call(endpoints.putAccessRestrictions, { body: { domains: [], console_ranges: ['127.0.0.1'], api_ranges: ['192.0.2.1'] } }),
    row: () => log.byRoot({ source: 'WEB_UI' }),
  },
  {
    event: 'apiToken',
    title: 'a token request from an address that is not allowed',
    act: async () => (await newProgram()).token(),
    row: () => failed('addressNotAllowed', { source: 'OPEN_API' }),
  },
  {
    event: 'restrictionsChanged',
    title: 'restrictions deleted by a command on the server',
    act: async () => {
      const database = openDatabase(log.server.databaseUrl, { max: 2 })
      await clearRanges(database, new ActionLog(log.server.masterKey))
      await database.close()
    },
    row: () => ({ member: null, source: null }),
  },
])
