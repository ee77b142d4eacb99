import { endpoints } from '@simdeck/contract/endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../session/api/query.ts'
import { QueryContent } from '../QueryContent.tsx'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { AccessForm } from './AccessForm.tsx'

/** Screen of the access restrictions: the e-mail domains for sign-up and invitations, and the IP addresses for the console and the API. */
export function AccessPage() {
  const restrictions = useQuery({
    ...queryOf(endpoints.getAccessRestrictions, {}),
  })
  return (
    <SettingsFrame open="/settings/access-restrictions">
      <QueryContent query={restrictions}>
        {({ your_address, ...saved }) => <AccessForm saved={saved} yourAddress={your_address} />}
      </QueryContent>
    </SettingsFrame>
  )
}
