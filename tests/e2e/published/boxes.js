// From version 5 of the React package its boxes come from the platform's own servers while a page runs. Of the
// sign-in box, hosted mode uses this much, by the client's own actions: where to go, and back with a code.
window.FronteggLoginBox = {
  render(_element, { injector: { store } }) {
    const isOld = store.getState().auth.onRedirectTo.toString().replace(/\s/g, '') === '()=>{}'
    if (isOld) store.dispatch({ type: 'auth/setState', payload: { onRedirectTo: (path) => location.assign(path) } })
    const code = new URLSearchParams(location.search).get('code')
    if (location.pathname === '/oauth/callback') {
      store.dispatch({ type: 'auth/handleHostedLoginCallback', payload: { code } })
    } else if (isOld) {
      const payload = { shouldRedirectToLogin: false, firstTime: true }
      store.dispatch({ type: 'auth/requestHostedLoginAuthorizeV2', payload })
    }
  },
}
window.FronteggAdminPortal = { render: () => ({ unmount() {} }) }
