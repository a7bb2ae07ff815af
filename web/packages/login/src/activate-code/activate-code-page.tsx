import { Activation } from '../activate/activation'
import { CodeForm } from './code-form'

/** Activation by link and emailed code. */
export const ActivateCodePage = () => <Activation form={CodeForm} />
