import { PasswordInput, Select, TextInput } from '@mantine/core'
import { type ConnectorAccount, connectorPlatforms } from '@simdeck/contract/connectors.ts'
import { endpoints } from '@simdeck/contract/endpoints.ts'
import { call } from '../../session/api/api.ts'
import { toastFailure } from '../../session/api/failure.ts'
import { refresh } from '../../session/api/query.ts'
import { Dialog, DialogFoot } from '../../ui/feedback/Dialog.tsx'
import { useLeaveGuard } from '../../ui/feedback/leave-guard.tsx'
import { toast } from '../../ui/feedback/toast.tsx'
import { FieldStack } from '../../ui/form/Fields.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { useText } from '../../ui/words/text.ts'
import { connectorsText, platformWords } from './connectors-text.ts'

const defaultRate = 5
const [firstPlatform] = connectorPlatforms

/** The rule of the server, except that it knows more of what an address may not have. */
const isUrl = (text: string): boolean => ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? '')

interface ConnectorDialogProps {
  /** Null for a new account. */
  account: ConnectorAccount | null
  onClose: () => void
}

/** The path of each platform's API, which the base URL does not include. */
const apiPaths = { jasper: '/rws/api/v1', ntt: '/api/v1' } as const satisfies Record<ConnectorAccount['platform'], string>

/** Dialog for a new account, or for changes of one. The stored API key is never shown. */
export function ConnectorDialog({ account, onClose }: ConnectorDialogProps) {
  const t = useText(connectorsText)
  const platforms = useText(platformWords)
  const form = useForm({
    saved: {
      platform: account?.platform ?? firstPlatform,
      name: account?.name ?? '',
      baseUrl: account?.baseUrl ?? '',
      username: account?.username ?? '',
      apiKey: '',
      rate: String(account?.callsPerSecond ?? defaultRate),
    },
    check: ({ name, baseUrl, username, apiKey, rate }) => ({
      name: (name.trim() === '' || name.trim().length > 100) && t.nameWrong,
      baseUrl: !isUrl(baseUrl.trim()) && t.urlWrong,
      username: !/^[\x21-\x39\x3b-\x7e]{1,100}$/.test(username) && t.userWrong,
      apiKey: !(apiKey === '' && account !== null) && !/^[\x21-\x7e]{1,200}$/.test(apiKey) && t.keyWrong,
      rate: !(Number(rate) >= 0.1 && Number(rate) <= 1000) && t.rateWrong,
    }),
    send: async ({ platform, name, baseUrl, username, apiKey, rate }) => {
      const body = { name: name.trim(), baseUrl: baseUrl.trim(), username, callsPerSecond: Number(rate) }
      await (account
        ? call(endpoints.updateConnector, { params: { id: account.id }, body: { ...body, ...(apiKey !== '' && { apiKey }) } })
        : call(endpoints.createConnector, { body: { ...body, platform, apiKey } }))
      void refresh(endpoints.listConnectors)
      toast.success(t.saved, body.name)
      onClose()
    },
    failed: (error) => toastFailure(t.notSaved, error),
    fieldOf: { connectorNameTaken: 'name', connectorKeyRequired: 'apiKey' },
  })
  const guard = useLeaveGuard(form.changed)
  const plain = { autoComplete: 'off', spellCheck: false } as const
  return (
    <Dialog opened onClose={onClose} title={account ? t.editTitle : t.addTitle} keepOpen={form.changed}>
      <form {...form.props}>
        <FieldStack>
          <TextInput label={t.name} maxLength={100} data-autofocus {...plain} {...form.text('name')} />
          {!account && (
            <Select
              label={t.platform}
              data={connectorPlatforms.map((value) => ({ value, label: platforms[value] }))}
              allowDeselect={false}
              value={form.values.platform}
              onChange={(chosen) => form.set({ platform: connectorPlatforms.find((one) => one === chosen) ?? firstPlatform })}
            />
          )}
          <TextInput
            label={t.baseUrl}
            description={t.baseUrlWords(apiPaths[form.values.platform])}
            maxLength={300}
            {...plain}
            {...form.text('baseUrl')}
          />
          <TextInput label={t.username} maxLength={100} {...plain} {...form.text('username')} />
          <PasswordInput
            label={t.apiKey}
            {...(account && { description: t.apiKeyKept })}
            maxLength={200}
            data-1p-ignore
            {...plain}
            {...form.text('apiKey')}
          />
          <TextInput label={t.rate} description={t.rateWords} inputMode="decimal" maxLength={8} {...plain} {...form.text('rate')} />
        </FieldStack>
        <DialogFoot act={t.save} busy={form.busy} onCancel={onClose} />
      </form>
      {guard}
    </Dialog>
  )
}
