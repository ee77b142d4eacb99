import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { router } from './router.tsx'
import { resolver, theme } from './ui/theme.ts'
import { useThemeStore } from './ui/theme-store.ts'
import { Toasts } from './ui/toast.tsx'

const queries = new QueryClient({
  defaultOptions: { queries: { staleTime: 10_000, retry: 1, refetchOnWindowFocus: false } },
})

/** Everything that every screen stands in. */
export function App() {
  const name = useThemeStore((state) => state.theme)
  return (
    <MantineProvider theme={theme} cssVariablesResolver={resolver} forceColorScheme={name === 'dark' ? 'dark' : 'light'}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
      </QueryClientProvider>
      <Toasts />
    </MantineProvider>
  )
}
