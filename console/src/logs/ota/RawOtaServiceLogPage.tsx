import { endpoints } from '@simdeck/contract/endpoints.ts'
import type { RawOtaMessage } from '@simdeck/contract/raw-logs.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '../../session/api/failure.ts'
import { gatheredKey } from '../../session/api/query.ts'
import { readSession } from '../../sims/trace/raw-log.ts'
import { SessionTrace } from '../../sims/trace/SessionTrace.tsx'
import { Dialog } from '../../ui/feedback/Dialog.tsx'
import { ErrorState } from '../../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { Button } from '../../ui/form/Button.tsx'
import { useText } from '../../ui/words/text.ts'
import { logText } from '../log-text.ts'
import { LogScreen } from '../screen/LogScreen.tsx'
import { useMessageName } from './message-name.ts'
import { commandsOf, OtaLogCard, statusWordOf, useOtaLogColumns } from './ota-log-columns.tsx'
import { iccidIn, sessionDigits, sessionIn, useOtaLogFilters, useOtaLogSearch } from './ota-log-search.tsx'
import { otaLogText } from './ota-log-text.ts'
import { OtaMessageDetails } from './OtaMessageDetails.tsx'

/** Screen of the raw OTA service log: every message between server and cards. A session opens as a readable trace. */
export function RawOtaServiceLogPage() {
  const t = useText(otaLogText)
  const logs = useText(logText)
  const search = useOtaLogSearch()
  const filters = useOtaLogFilters(search)
  const columns = useOtaLogColumns()
  const nameOf = useMessageName()
  const [session, setSession] = useState<RawOtaMessage | null>(null)
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <>
      <LogScreen<RawOtaMessage>
        log="rawOtaService"
        title={logs.rawOtaService}
        endpoint={endpoints.listRawOtaServiceLogs}
        timeField="at"
        search={search}
        searchField={{
          value: typed ?? search.filters.sessionId ?? '',
          placeholder: t.searchSession,
          takes: (value) => {
            const iccid = iccidIn(value)
            if (iccid !== null) search.setFilter('iccid', iccid)
            return iccid !== null
          },
          problem: (value) => (iccidIn(value) !== null || sessionIn(value).length <= sessionDigits ? null : t.notASession),
          onChange: (value) => {
            const id = sessionIn(value)
            setTyped(id.length === sessionDigits || id === '' ? null : id)
            if (id.length === sessionDigits || (id === '' && search.filters.sessionId)) search.setFilter('sessionId', id || null)
          },
        }}
        filters={filters}
        columns={columns}
        rowName={(row) => nameOf(row.code)}
        card={(row) => <OtaLogCard row={row} />}
        details={(row) => <OtaMessageDetails row={row} onSession={() => setSession(row)} />}
        csv={{
          id: (row) => row.id,
          time: (row) => row.at,
          direction: (row) => row.direction,
          code: (row) => row.code,
          message: (row) => nameOf(row.code),
          iccid: (row) => row.iccid,
          session: (row) => row.session_id,
          sequence: (row) => row.sequence,
          ota: (row) => row.ota_id,
          bytes: (row) => row.bytes,
          fields: (row) => JSON.stringify(row.fields),
          commands: commandsOf,
          status_words: (row) => row.commands.flatMap(({ sw }) => sw ?? []).join(' '),
          status_word: statusWordOf,
          hex: (row) => row.hex.join(' '),
        }}
        searchEarlier={(to) => search.setFilter('created_end', to)}
      />
      {session && <SessionDialog row={session} onClose={() => setSession(null)} />}
    </>
  )
}

/** The readable trace of the session of a message. */
function SessionDialog({ row, onClose }: { row: RawOtaMessage; onClose: () => void }) {
  const t = useText(otaLogText)
  const of = { simId: row.sim_id ?? 0, sessionId: row.session_id }
  const { data, error, refetch } = useQuery({
    queryKey: gatheredKey(endpoints.listRawOtaServiceLogs, of, 'session'),
    queryFn: ({ signal }) => readSession(of.simId, of.sessionId, signal),
  })
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`${t.session} ${row.session_id}`}
      size={1120}
      foot={<Button onClick={onClose}>{t.close}</Button>}
    >
      {data ? (
        <SessionTrace session={data} simId={of.simId} logs={[]} dated />
      ) : error ? (
        <ErrorState message={failureText(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton width={640} />
      )}
    </Dialog>
  )
}
