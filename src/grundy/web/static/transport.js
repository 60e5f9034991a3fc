// Every request of a page goes through `ask`, so that another transport can stand in for the network.
let transport = (url, options) => fetch(url, options);
export const ask = (url, options) => transport(url, options);

// What a busy server refuses is asked again when it says, until the signal ends that.
const MOST_TRIES = 12;
const pause = (seconds, signal) => new Promise((done, fail) => {
  const timer = setTimeout(done, 1000 * seconds);
  signal?.addEventListener("abort", () => (clearTimeout(timer), fail(signal.reason)));
});
export async function askPatiently(url, options) {
  for (let tries = 1; ; tries++) {
    const answer = await ask(url, options);
    const seconds = answer.status === 429 ? Number(answer.headers.get("Retry-After")) : 0;
    if (!seconds || tries === MOST_TRIES) return answer;
    await pause(seconds, options.signal);
  }
}
export const setTransport = (other) => {
  transport = other;
};
