import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../session/api/query.ts'
import { QueryContent } from '../QueryContent.tsx'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { GatewayForm } from './GatewayForm.tsx'
import { SenderState } from './SenderState.tsx'
import { TestMessage } from './TestMessage.tsx'

/** Screen of the gateway for short messages. */
export function SmsPage() {
  return (
    <SettingsFrame open="/settings/sms">
      <Sections />
    </SettingsFrame>
  )
}

function Sections() {
  const saved = useQuery(queryOf(endpoints.getSmsGateway, {}))
  return (
    <QueryContent query={saved}>
      {({ gateway }) => (
        <>
          <GatewayForm saved={gateway} />
          {gateway && <SenderState isPaused={gateway.is_paused} />}
          {gateway && <TestMessage />}
        </>
      )}
    </QueryContent>
  )
}
