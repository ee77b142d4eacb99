/** The e-mail address of the account whose secret is tried, and the IP address of the caller. */
export type AccountAttempt = { address: string; ip: string }
/** The client id of a program. It is no secret: anyone who knows it can try secrets. */
export type ClientAttempt = { clientId: string; ip: string }
