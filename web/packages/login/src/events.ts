/** Events that a product may want to count. */
export type LoginEvent =
  | { readonly type: 'sign-up-complete'; readonly email?: string; readonly userId?: string; readonly tenantId?: string }
  | { readonly type: 'user-verified'; readonly email?: string; readonly userId?: string }

export type LoginEventHandler = (event: LoginEvent) => void
