import { IconDeviceMobileMessage, IconFingerprint, IconMail, IconQrcode, IconUsb } from '@tabler/icons-react'
import type { MfaStrategy } from '../../wire'

export const ICONS = {
  AuthenticatorApp: IconQrcode,
  WebAuthnPlatform: IconFingerprint,
  WebAuthnCrossPlatform: IconUsb,
  SMS: IconDeviceMobileMessage,
  EmailCode: IconMail,
} as const satisfies Record<MfaStrategy, unknown>
