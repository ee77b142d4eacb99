import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { BrokenPage } from '../frame/FullPageErrors.tsx'
import { root } from '../root-route.ts'
import { failureText } from '../session/api/failure.ts'
import { inTime } from '../session/address/load-screen.ts'
import { queryClient } from '../session/api/query-client.ts'
import { safeRedirect } from '../session/address/redirect.ts'
import { onlySignedOut } from '../session/address/route-guard.ts'
import { session } from '../session/session.ts'
import { toast } from '../ui/feedback/toast.tsx'
import { isLinkInvalid, linkQuery } from './change/link-query.ts'
import { LogoutPage } from './LogoutPage.tsx'
import { useSignInSteps } from './sign-in-steps.ts'

const authPage = { getParentRoute: () => root, errorComponent: BrokenPage, beforeLoad: onlySignedOut } as const

const login = createRoute({
  ...authPage,
  path: '/login',
  component: lazyRouteComponent(() => inTime(import('./LoginPage.tsx')), 'LoginPage'),
})

const verifyMfa = createRoute({
  ...authPage,
  path: '/verify_mfa',
  component: lazyRouteComponent(() => inTime(import('./proof/VerifyMfaPage.tsx')), 'VerifyMfaPage'),
  beforeLoad: ({ search }) => {
    onlySignedOut({ search })
    // After a reload of the page, the challenge of the sign-in is lost.
    if (useSignInSteps.getState().mfaToken === null) throw redirect({ to: '/login', search, replace: true })
  },
})

const changePassword = createRoute({
  ...authPage,
  path: '/change-password/$token',
  component: lazyRouteComponent(() => inTime(import('./change/ChangePasswordPage.tsx')), 'ChangePasswordPage'),
  beforeLoad: async ({ search, params }) => {
    // A signed-in user may open a link that confirms a new address, and a link whose purpose could not be loaded.
    if (session().phase !== 'signedIn') return onlySignedOut({ search })
    try {
      const { purpose } = await queryClient.fetchQuery(linkQuery(params.token))
      if (purpose === 'emailChange') return
    } catch (error) {
      if (!isLinkInvalid(error)) return
      toast.error(failureText(error))
    }
    onlySignedOut({ search })
  },
})

const forgotPassword = createRoute({
  ...authPage,
  path: '/forgot-password',
  component: lazyRouteComponent(() => inTime(import('./forgot/ForgotPasswordPage.tsx')), 'ForgotPasswordPage'),
})

const forgotPasswordConfirm = createRoute({
  ...authPage,
  path: '/forgot-password-confirm',
  component: lazyRouteComponent(() => inTime(import('./forgot/ForgotPasswordConfirmPage.tsx')), 'ForgotPasswordConfirmPage'),
})

const register = createRoute({
  ...authPage,
  path: '/register',
  component: lazyRouteComponent(() => inTime(import('./register/RegisterPage.tsx')), 'RegisterPage'),
})

const registerSuccess = createRoute({
  ...authPage,
  path: '/account/register/success',
  component: lazyRouteComponent(() => inTime(import('./register/RegisterSuccessPage.tsx')), 'RegisterSuccessPage'),
})

const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  component: LogoutPage,
  errorComponent: BrokenPage,
  beforeLoad: ({ search }) => {
    // After the user's own sign-out, the next login leads home. After the end of a session, it leads to the previous screen.
    const redirect_uri = safeRedirect(search['redirect_uri'], window.location.origin)
    if (session().phase === 'signedOut') throw redirect({ to: '/login', search: { redirect_uri } })
  },
})

/** Routes of sign-in, sign-out and the other screens without login (specification §2). */
export const authRoutes = [
  login,
  verifyMfa,
  changePassword,
  forgotPassword,
  forgotPasswordConfirm,
  register,
  registerSuccess,
  logout,
] as const
