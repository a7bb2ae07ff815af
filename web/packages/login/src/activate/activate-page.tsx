import { ActivatingForm } from './activating-form'
import { Activation } from './activation'

/** Steps of spec §4: activating, activatingForm, success, resend. */
export const ActivatePage = () => <Activation form={ActivatingForm} />
