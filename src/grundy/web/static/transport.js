// Every request of a page goes through `ask`, so that another transport can stand in for the network.
let transport = (url, options) => fetch(url, options);
export const ask = (url, options) => transport(url, options);
export const setTransport = (other) => {
  transport = other;
};
