/** The e-mail address of the account whose secret is tried, and the IP address of the caller. */
export type Way = { address: string; ip: string }
/** The client id of a program. It is no secret: anyone who knows it can try secrets. */
export type ClientWay = { clientId: string; ip: string }
