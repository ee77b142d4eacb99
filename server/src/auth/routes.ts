import { emailChangeRoutes } from './account/email-change-routes.ts'
import { ownAccountRoutes } from './account/own-account-routes.ts'
import type { AuthDependencies } from './dependencies.ts'
import { passwordRoutes } from './password/password-routes.ts'
import { resetRoutes } from './password/reset-routes.ts'
import { signUpRoutes } from './password/sign-up-routes.ts'
import { mfaRoutes } from './account/mfa-routes.ts'
import { signInRoutes } from './sign-ins/sign-in-routes.ts'

/** Routes for sign-in, passwords, the second factor and the own account. */
export function authRoutes(dependencies: AuthDependencies) {
  return {
    ...signInRoutes(dependencies),
    ...passwordRoutes(dependencies),
    ...resetRoutes(dependencies),
    ...signUpRoutes(dependencies),
    ...mfaRoutes(dependencies),
    ...ownAccountRoutes(dependencies),
    ...emailChangeRoutes(dependencies),
  }
}
