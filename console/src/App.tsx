import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { BusyPage } from './frame/FullPageErrors.tsx'
import { router } from './router.tsx'
import { queryClient } from './session/api/query-client.ts'
import { useSession } from './session/session.ts'
import { resolver, theme } from './ui/theme/theme.ts'
import { themeInForce, useThemeStore } from './ui/theme/theme-store.ts'
import { Toasts } from './ui/feedback/toast.tsx'

/** Providers around every screen. */
export function App() {
  const name = useThemeStore(themeInForce)
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolver} forceColorScheme={name === 'dark' ? 'dark' : 'light'}>
      <QueryClientProvider client={queryClient}>
        <Screens />
      </QueryClientProvider>
      <Toasts />
    </MantineProvider>
  )
}

function Screens() {
  const phase = useSession((state) => state.now.phase)
  const role = useSession(({ now }) => (now.phase === 'signedIn' ? now.me.role_id : null))
  useEffect(() => {
    // The route guards depend on phase and role, so each change runs them again.
    if (phase !== 'starting' && phase !== 'busy') void router.invalidate()
  }, [phase, role])
  if (phase === 'starting') return null
  if (phase === 'busy') return <BusyPage />
  return <RouterProvider router={router} />
}
