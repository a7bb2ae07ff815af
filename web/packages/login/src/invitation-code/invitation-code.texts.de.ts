export const texts = {
  text: 'Geben Sie den Code aus Ihrer Einladung ein. Sie treten mit Ihrem bestehenden Konto bei.',
}
