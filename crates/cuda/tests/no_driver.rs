//! Asking for a GPU where there is none is an answer, not a crash.

use megabatt_cuda::DeviceError;
use megabatt_cuda::device::cuda::{self, CudaDevice};

#[test]
fn absence_is_told() {
    match cuda::count() {
        Ok(count) => {
            let missing = cuda::info(count).expect_err("there is no device after the last");
            assert_eq!(missing, DeviceError::NoSuchDevice(count));
            assert!(missing.to_string().contains("megabatt devices"));
        }
        Err(why) => {
            assert!(matches!(why, DeviceError::NoDriver | DeviceError::Failed { .. }), "{why}");
            assert_eq!(CudaDevice::open(0).err(), Some(why.clone()));
            // The answer is the same every time.
            assert_eq!(cuda::count(), Err(why));
        }
    }
}
