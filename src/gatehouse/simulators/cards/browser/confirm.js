/** Saves a card: sends what was typed, and has the bank ask where it wants to. */

const intentOf = (secret) => secret.split('_secret_')[0]

const answered = (answer) => (answer.error ? { error: answer.error } : { setupIntent: answer })

export async function find(api, secret) {
  return answered(await api.get(`/setup_intents/${intentOf(secret)}`, { client_secret: secret }))
}

/** `{setupIntent}` or `{error}`; never throws for what a card or a bank does. */
export async function confirmWithForm(api, { secret, form, methodId, billing, dialog }) {
  const problem = form?.check()
  if (problem) return { error: problem }
  form?.busy(true)
  try {
    const answer = await api.post(`/setup_intents/${intentOf(secret)}/confirm`, {
      client_secret: secret,
      ...(form
        ? { payment_method_data: { type: 'card', card: form.value(), billing_details: billing } }
        : { payment_method: methodId }),
    })
    if (answer.error || answer.status !== 'requires_action') return answered(answer)
    return await askOwner(api, secret, dialog)
  } finally {
    form?.busy(false)
  }
}

async function askOwner(api, secret, dialog) {
  const { ask } = await import('./challenge.js')
  const approved = await ask(dialog)
  const answer = await api.post(`/setup_intents/${intentOf(secret)}/authenticate`, {
    client_secret: secret,
    approved,
  })
  if (answer.error || answer.status === 'succeeded') return answered(answer)
  return { error: { ...answer.last_setup_error, setup_intent: answer } }
}
