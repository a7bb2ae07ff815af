/** Saves a card or pays: sends the card details, and shows the bank's challenge if there is one. */

const path = (secret) => {
  const id = secret.split('_secret_')[0]
  return `/${id.startsWith('pi_') ? 'payment_intents' : 'setup_intents'}/${id}`
}

const answered = (answer) => {
  if (answer.error) return { error: answer.error }
  return answer.object === 'payment_intent' ? { paymentIntent: answer } : { setupIntent: answer }
}

export async function find(api, secret) {
  return answered(await api.get(path(secret), { client_secret: secret }))
}

/** `{setupIntent}`, `{paymentIntent}` or `{error}`; never throws for what a card or a bank does. */
export async function confirmWithForm(api, { secret, form, methodId, billing, dialog }) {
  const problem = form?.check()
  if (problem) return { error: problem }
  form?.busy(true)
  try {
    const answer = await api.post(`${path(secret)}/confirm`, {
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
  const approved = await ask({ ...dialog, pays: secret.startsWith('pi_') })
  const answer = await api.post(`${path(secret)}/authenticate`, {
    client_secret: secret,
    approved,
  })
  if (answer.error || answer.status === 'succeeded') return answered(answer)
  const { last_setup_error: saving, last_payment_error: paying, object } = answer
  return { error: { ...(saving ?? paying), [object]: answer } }
}
